"""What clients share: places, equal requests, heavy work."""

from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from mastermot.service import capacity, create_app
from mastermot.service.answer_cache import AnswerCache
from mastermot.service.clients import Sending, Shares, find_client, simplify_address
from mastermot.service.errors import BusyError
from mastermot.service.routes import ROUTES
from tests.service.support import wait_until
from tests.support import PATIENCE

EQUAL = 8


@pytest.mark.parametrize(
    ("address", "plain", "client"),
    [
        ("192.0.2.1", "192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"),  # IPv4 that comes over IPv6: not one client with all of IPv4
        ("::ffff:192.0.2.2", "192.0.2.2", "192.0.2.2"),
        ("2001:db8:0:1::5", "2001:db8:0:1::5", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::", "2001:db8:0:1:ffff::", "2001:db8:0:1::/64"),
        ("::1", "::1", "::/64"),
        ("", "", ""),
        ("unix", "unix", "unix"),
    ],
)
def test_whose_address_it_is(address: str, plain: str, client: str) -> None:
    assert simplify_address(address) == plain
    assert find_client(address) == client


@pytest.mark.parametrize("fails", [False, True])
def test_equal_requests_are_worked_out_once(fails: bool) -> None:
    """All wait for the first. Where that fails each of them tries, one at a time, and nothing is held afterwards."""
    kept, begun, go_on = AnswerCache(1 << 20), threading.Event(), threading.Event()
    made: list[int] = []
    under_way: list[int] = []

    def make() -> bytes:
        under_way.append(1)
        assert len(under_way) == 1
        begun.set()
        assert go_on.wait(PATIENCE)
        made.append(1)
        under_way.pop()
        if fails:
            raise ValueError
        return b"answer"

    with ThreadPoolExecutor(EQUAL) as pool:
        asked = [pool.submit(kept.fetch, "key", make) for _ in range(EQUAL)]
        assert begun.wait(PATIENCE)
        wait_until(lambda: kept.cache.waiting["key"] == EQUAL)
        assert kept.fetch("other", lambda: b"at once").body == b"at once"
        go_on.set()
        errors = [one.exception(PATIENCE) for one in asked]
    assert len(made) == (EQUAL if fails else 1)
    assert all(isinstance(error, ValueError) is fails for error in errors)
    assert not kept.cache.making
    assert not kept.cache.waiting


def test_many_who_wait_for_one_answer_leave_threads_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as may wait while an answer is worked out: the next one is refused, who asks for another is not."""
    monkeypatch.setattr(capacity, "MAX_WAITING", 1)
    kept = AnswerCache(1 << 20)

    def make() -> bytes:
        with pytest.raises(BusyError):
            kept.fetch("key", lambda: b"twice")
        assert kept.fetch("other", lambda: b"at once").body == b"at once"
        return b"answer"

    assert kept.fetch("key", make).body == b"answer"
    assert kept.fetch("key", lambda: b"again").body == b"answer"
    assert not kept.cache.waiting


def test_of_the_places_for_heavy_work_one_client_leaves_some_for_others() -> None:
    """Of 4, a client that asks for 10 gets 2 at once; another one works beside it."""
    places, lock = Shares(4), threading.Lock()
    go_on = threading.Event()
    inside: list[str] = []

    def work(client: str) -> None:
        with places.wait_for(client):
            with lock:
                inside.append(client)
            assert go_on.wait(PATIENCE)

    with ThreadPoolExecutor(12) as pool:
        done = [pool.submit(work, "greedy") for _ in range(10)]
        wait_until(lambda: len(inside) == 2)
        done.append(pool.submit(work, "honest"))
        wait_until(lambda: "honest" in inside)
        assert inside.count("greedy") == 2
        go_on.set()
        for one in done:
            one.result(PATIENCE)
    assert inside.count("greedy") == 10
    assert not places.taken


def test_the_heavy_routes_are_those_that_look_at_all_words_of_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them waits for a place, as many at once as `capacity.HEAVY` says; the others do not."""
    monkeypatch.setattr(capacity, "HEAVY", 7)
    service = create_app().extensions["mastermot"]
    assert service.heavy.places == 7
    assert {route.name for route in ROUTES if route.heavy} == {
        "operations.word_ladders:measure_list",
        "operations.word_lists:list_words",
        "operations.family_lists:list_families",
    }


def test_a_body_is_let_go_whatever_becomes_of_it() -> None:
    """Closed, closed twice, or forgotten: it counts for the one that got it first until nobody reads it."""
    sending, body = Sending(), b"x" * 1000
    one, other = sending.open(body, "one"), sending.open(body, "other")
    assert dict(sending.unread.taken) == {"one": 1000}
    one.close()
    one.close()
    assert dict(sending.unread.taken) == {"one": 1000}
    del other
    gc.collect()
    assert not sending.unread.taken
    assert not sending.readers
