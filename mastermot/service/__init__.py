"""The HTTP service: `create_app` makes the Flask application."""

from mastermot.lazy import export_lazily

__getattr__, __dir__ = export_lazily(__name__)
