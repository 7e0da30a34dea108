"""The HTTP service: `create_app` makes the Flask application."""

from typing import TYPE_CHECKING

from mastermot.lazy import export_lazily

if TYPE_CHECKING:
    from mastermot.service.app import create_app

__getattr__, __dir__ = export_lazily(__name__, {"mastermot.service.app": "create_app"})

__all__ = ["create_app"]
