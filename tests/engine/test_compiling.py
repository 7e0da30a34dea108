"""Ctrl-C held back: while numba compiles, and in any block."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from mastermot.engine.interrupts import hold_interrupts

pytest.importorskip("numba")

from numba.core import event

from mastermot.engine.compiling import COMPILING


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_comes_when_the_block_is_over() -> None:
    done = []

    def work() -> None:
        with hold_interrupts():
            press()
            done.append("after Ctrl-C")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["after Ctrl-C"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("handler", "status", "printed"),
    [
        ("signal.default_int_handler", 7, "held, interrupted"),
        ("lambda number, frame: print(number == signal.SIGINT, end=' ')", 0, "held, True after"),
        ("signal.SIG_IGN", 0, "held, after"),
        ("signal.SIG_DFL", -signal.SIGINT, "held,"),
    ],
)
def test_ctrl_c_does_after_the_block_what_it_did_before(handler: str, status: int, printed: str) -> None:
    """It came twice, and does it once: raises an exception, calls a function, does nothing, ends the process."""
    script = f"""
import signal, sys
from mastermot.engine.interrupts import hold_interrupts
signal.signal(signal.SIGINT, {handler})
try:
    with hold_interrupts():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        print("held,", end=" ", flush=True)
    print("after")
except KeyboardInterrupt:
    print("interrupted")
    sys.exit(7)
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout.strip()) == (status, printed), ended.stderr


def test_ctrl_c_comes_when_the_outermost_function_is_compiled() -> None:
    event.start_event(COMPILING)
    event.start_event(COMPILING)
    press()
    event.end_event(COMPILING)
    with pytest.raises(KeyboardInterrupt):
        event.end_event(COMPILING)
    with pytest.raises(KeyboardInterrupt):
        press()


def test_a_thread_that_compiles_holds_nothing_back() -> None:
    """Ctrl-C comes into the main thread alone."""
    thread = threading.Thread(target=event.start_event, args=(COMPILING,))
    thread.start()
    thread.join()
    with pytest.raises(KeyboardInterrupt):
        press()
    thread = threading.Thread(target=event.end_event, args=(COMPILING,))
    thread.start()
    thread.join()


def test_a_block_in_a_thread_holds_nothing_back() -> None:
    begun, over = threading.Event(), threading.Event()

    def work() -> None:
        with hold_interrupts():
            begun.set()
            over.wait()

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    with pytest.raises(KeyboardInterrupt):
        press()
    over.set()
    thread.join()
