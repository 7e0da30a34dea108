"""Ctrl-C held back: while numba compiles, and in any block."""

from __future__ import annotations

import os
import signal
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
