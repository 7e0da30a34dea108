"""Nothing watches any more: `pulse` stays until its last callers are gone."""


def pulse() -> None:
    """Do nothing."""
