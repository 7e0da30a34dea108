"""``python -m mastermot``: the same as the command ``mastermot``."""

from mastermot.cli import main

main(prog_name="mastermot")
