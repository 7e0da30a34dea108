"""``python -m mastermot``: the same as the command ``mastermot``, which starts here too."""


def main() -> None:
    """Run the command. Before it begins its work and after it has ended, Ctrl-C ends the process without a word.

    Nothing is imported before but Python's own: Ctrl-C in the midst of an import leaves a traceback.
    """
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from mastermot.lazy import pause_collection

    pause_collection()  # `mastermot.cli.group.begin_work` begins it
    from mastermot.cli import main as run

    try:
        run(prog_name="mastermot")
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":  # the service's processes import this module again
    main()
