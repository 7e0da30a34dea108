"""Work that may still be done: searches count their steps against a `Budget`, so that every one of them ends."""


class OutOfWorkError(Exception):
    """A search had to end before its answer was known.

    `reached` says how far it came; the docstring of the function that raises the error says in what unit. Otherwise it
    is 0.
    """

    def __init__(self, reached: int = 0) -> None:
        super().__init__()
        self.reached = reached


class Budget:
    """The steps of work that a search may still take.

    >>> budget = Budget(10)
    >>> budget.spend(8)
    >>> budget.remaining
    2
    >>> budget.spend(3)
    Traceback (most recent call last):
        ...
    mastermot.budget.OutOfWorkError
    """

    def __init__(self, steps: int) -> None:
        self.remaining = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps off what is left. Raises `OutOfWorkError` where there were fewer."""
        self.remaining -= steps
        if self.remaining < 0:
            raise OutOfWorkError
