"""What one can ask for: operations, functions of a request that return a result. The classes stand beside them."""
