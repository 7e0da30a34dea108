"""The HTTP service and its page: `create_app` makes the ASGI application."""

from mastermot.web.app import create_app

__all__ = ["create_app"]
