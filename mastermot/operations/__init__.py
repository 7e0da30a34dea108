"""What one can ask for: operations, each a function of a request that returns a result.

A request is declared once, with its bounds (`requests`, `bounds`); so is a result, beside its operation or, where it is
what the library itself returns, with that.
"""
