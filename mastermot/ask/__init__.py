"""What one can ask for: operations, each a function of a request that returns a result.

A request is declared once, beside its operation, with its bounds (`bounds`); so is a result, there or, where it is what
the library itself returns, with that.
"""
