"""``python -m mastermot``: the same as the command ``mastermot``."""

from mastermot.cli import main

if __name__ == "__main__":  # the service's processes import this module again
    main(prog_name="mastermot")
