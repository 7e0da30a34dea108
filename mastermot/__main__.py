"""``python -m mastermot``: the same as the command ``mastermot``, which starts here too."""

import _signal  # type: ignore[import-not-found]  # Python's own half of `signal`, loaded with Python


def main() -> None:
    """Run the command. Before it begins its work and after it has ended, Ctrl-C ends the process without a word.

    Nothing is imported before: Ctrl-C in the midst of an import leaves a traceback.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    import gc

    gc.disable()  # until the command begins its work: what modules make is no garbage, and a solve takes a tenth less
    from mastermot.cli import main as run

    try:
        run(prog_name="mastermot")
    finally:
        if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
            _signal.signal(_signal.SIGINT, _signal.SIG_DFL)


if __name__ == "__main__":  # the service's processes import this module again
    main()
