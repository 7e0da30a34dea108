"""Requests as HTTP takes them, where it takes less than the command; its modules are named as in `operations`."""
