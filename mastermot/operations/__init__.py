"""What one can ask for: operations, each a function of a request that returns a result; both stand beside it."""
