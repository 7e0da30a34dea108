"""What can be wrong with explorations and their databases."""

from mastermot.errors import N_, Fault, MastermotError, Reason, UseError


class PlayerAcceleratorsError(UseError):
    code = "player-accelerators"
    message = N_("acceleration words are of no use to the player {player} with the strategy {strategy}: {why}")
    advice = N_("Use the player decodeur, with the strategy {known}.")
    player: str
    strategy: str
    why: Reason
    known: tuple[str, ...]


class StoreForeignError(MastermotError):
    code = "store-foreign"
    message = N_("this file is not a database of mastermot explore; it was left untouched")
    advice = N_("Give another name: a missing file is created.")


class StoreLaterError(MastermotError):
    code = "store-later"
    message = N_("this database was made by a later version (schema {schema}, here {known}); it was left untouched")
    advice = N_("Update mastermot, or give another file.")
    schema: int
    known: int


class StoreError(MastermotError):
    code = "store"
    message = N_("this database cannot be used ({reason})")
    advice = N_("Check the file and its folder, or give another file.")
    reason: Reason


class StoreDamagedError(StoreError):
    code = "store-damaged"
    message = N_("this database is damaged ({reason})")
    advice = N_("Restore it from a copy, or play into another file.")


class StoreFullError(StoreError):
    code = "store-full"
    fault = Fault.LIMIT
    message = N_("no space left to write ({reason})")
    advice = N_("Free some space and run it again: it continues from what was written.")


class StoreReadOnlyError(StoreError):
    code = "store-read-only"
    message = N_("this database cannot be written ({reason})")
    advice = N_("Check the permissions of the file and of its folder, or give another file.")


class StoreBusyError(StoreError):
    code = "store-busy"
    fault = Fault.LIMIT
    message = N_("another program has locked this database")
    advice = N_("Wait until it has ended and try again.")


class RunUnknownError(UseError):
    code = "run-unknown"
    message = N_("no run of this kind in the database: {wanted}")
    advice = N_("Its runs are: {known}.")
    wanted: str
    known: tuple[str, ...]


class RunsNoneError(MastermotError):
    code = "runs-none"
    message = N_("there is no run in this database yet")
    advice = N_("Play one first.")
    command_advice = N_("Play one: mastermot explore --words fr-common --length 4 --database FILE")
