"""Requests as HTTP takes them, where it takes less than the command; the modules are called like those of `ask`."""
