"""``python -m mastermot``: the same as the command ``mastermot``, which starts here too."""


def main() -> None:
    """Run the command ``mastermot``, and end the process.

    While modules are imported, and again after the command, Ctrl-C ends the process silently: a `KeyboardInterrupt`
    would leave a traceback. While the command works, Ctrl-C raises this exception: `mastermot.cli.group.begin_work`
    brings it back.
    """
    end_silently_on_ctrl_c()  # before anything of ours is imported
    from mastermot.lazy import pause_collection

    pause_collection()  # `begin_work` turns garbage collection on again
    from mastermot.cli import main as run

    try:
        run(prog_name="mastermot")
    finally:
        end_silently_on_ctrl_c()


def end_silently_on_ctrl_c() -> None:
    """Let Ctrl-C end the process without a traceback, if Ctrl-C would now raise a `KeyboardInterrupt`.

    If Ctrl-C is ignored, as in a job that ``&`` started, or has another handler already, nothing changes.
    """
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":  # the service's processes import this module again
    main()
