"""Work that may still be done: each search takes its steps off a `Budget`, so that every search ends."""


class OutOfWorkError(Exception):
    """A search had to end before its answer was known.

    `reached` says how far the search came, in the unit that the docstring of the raising function names. If that
    docstring names none, `reached` is 0.
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
        """Take so many steps off those that remain. Raises `OutOfWorkError` if fewer remained."""
        self.remaining -= steps
        if self.remaining < 0:
            raise OutOfWorkError
