"""What docs/operating.md and SECURITY.md promise of the service: each sentence, and the test that holds it.

The figures are made from `mastermot.service.capacity` here, so a sentence that says another one is found.
"""

from __future__ import annotations

import ast
import re

import pytest

from mastermot.game.tokens import MAX_DAYS
from mastermot.operations import limits
from mastermot.service import capacity
from mastermot.words import dictionaries
from tests.support import ROOT

OPERATING, SECURITY = "docs/operating.md", "SECURITY.md"
CONNECTIONS = "tests/cli/test_connections.py"
CLIENTS = "tests/service/test_clients.py"
BOUNDS = "tests/service/test_bounds.py"
MEMORY = "tests/service/test_memory.py"
SEALING = "tests/service/test_sealing.py"
OPERATED = "tests/service/test_operating.py"
CONTAINER = "tests/test_container.py"

PROMISES = [
    (OPERATING, f"It takes {capacity.MEMORY} MB at most", MEMORY, "keeps_within_the_memory_it_names"),
    (OPERATING, f"{capacity.MEMORY_OF_NUMBA} MB more where numba is installed", MEMORY, "keeps_within_the_memory"),
    (
        SECURITY,
        f"takes {capacity.MEMORY} MB at most, {capacity.MEMORY_OF_NUMBA} MB more with numba",
        MEMORY,
        "keeps_with",
    ),
    (OPERATING, f"beside up to {capacity.THREADS - 1} others", BOUNDS, "leaves_room_for_others"),
    (OPERATING, f"while up to {capacity.MAX_WAITING - 1} others wait for the answer", CLIENTS, "many_who_wait_for_one"),
    (OPERATING, "Equal requests are worked out once", CLIENTS, "equal_requests_are_worked_out_once"),
    (OPERATING, "four are worked out at once", CLIENTS, "the_heavy_routes_are_those"),
    (OPERATING, f"at most {capacity.THREADS // 2} when it is alone", BOUNDS, "leaves_room_for_others"),
    (OPERATING, f"{capacity.THREADS // 3} beside another such client", BOUNDS, "leaves_room_for_others"),
    (OPERATING, "The same holds for heavy requests", CLIENTS, "one_client_leaves_some_for_others"),
    (OPERATING, "bytes of large answers that it has not read", CONNECTIONS, "who_does_not_read_gets_no_more_work"),
    (OPERATING, "503 (`busy`, with `Retry-After`)", BOUNDS, "busy_says_when_to_try_again"),
    (
        OPERATING,
        f"A client has at most {capacity.CONNECTIONS_OF_CLIENT} of them",
        CONNECTIONS,
        "with_all_its_connections",
    ),
    (SECURITY, f"has {capacity.CONNECTIONS_OF_CLIENT} connections at most", CONNECTIONS, "with_all_its_connections"),
    (
        OPERATING,
        "the connection that has been silent longest is closed for a new one",
        CONNECTIONS,
        "who_has_waited_longest_goes",
    ),
    (
        OPERATING,
        f"All clients together have {capacity.CONNECTIONS}",
        CONNECTIONS,
        "who_has_not_finished_a_request_goes",
    ),
    (SECURITY, f"Beyond {capacity.CONNECTIONS} connections", CONNECTIONS, "who_has_not_finished_a_request_goes"),
    (OPERATING, f"in whole within {capacity.RECEIVING} seconds", CONNECTIONS, "not_whole_in_time_ends_its_connection"),
    (
        OPERATING,
        f"less than {capacity.LEAST_READ:,} bytes of its answer in {capacity.UNREAD} seconds",
        CONNECTIONS,
        "an_answer_must_be_read",
    ),
    (
        OPERATING,
        "(pipelining), the first is answered and the connection is closed",
        CONNECTIONS,
        "sent_at_once_are_answered",
    ),
    (OPERATING, "A large answer is in memory once", CONNECTIONS, "a_large_answer_is_in_memory_once"),
    (OPERATING, "Name the proxy’s address with `--proxy`", CONNECTIONS, "a_proxy_that_is_named_has"),
    (OPERATING, "the log says so once", CONNECTIONS, "a_proxy_that_is_not_named_is_told_once"),
    (SECURITY, "for IPv6, its first 64 bits", CLIENTS, "whose_address_it_is"),
    (OPERATING, "answers the requests under way", BOUNDS, "answered_before_the_service_stops"),
    (OPERATING, "A connection that is silent has a second", BOUNDS, "cuts_no_client_that_keeps_its_connection"),
    (OPERATING, f"key, {capacity.SHORTEST_KEY} characters or more", SEALING, "ends_the_start"),
    (OPERATING, "holds no key, the service does not start and says so", SEALING, "ends_the_start"),
    (SECURITY, "The length of a token reveals nothing about the secret", SEALING, "equally_long_whatever_the_secret"),
    (OPERATING, "is in no repository and in no image", CONTAINER, "in_no_repository_and_in_no_image"),
    (OPERATING, "nginx bounds connections as the service does", CONTAINER, "the_proxy_bounds_what_the_service_bounds"),
    (OPERATING, "What pip installs is pinned by checksum", CONTAINER, "is_pinned_and_fits"),
    (SECURITY, f"is good for {MAX_DAYS} days", "tests/game/test_tokens.py", "test_an_old_token_is_refused"),
    (SECURITY, "It writes no files; only numba, where it is installed", OPERATED, "the_service_writes_no_files"),
    (SECURITY, "The log has no query strings", BOUNDS, "the_access_log_has_no_query"),
    (
        OPERATING,
        f"The {dictionaries.MAX_KEPT_WORDS:,} words that were used last stay in memory",
        "tests/test_caches.py",
        "words_kept_in_memory",
    ),
    (OPERATING, f"{limits.MAX_PREPARED:,} codes of games", "tests/test_caches.py", "games_kept_prepared_are_bounded"),
    (OPERATING, f"{capacity.MAX_KEPT >> 20} MB of them", "tests/service/test_api.py", "kept_within_a_bound"),
    (OPERATING, f"worked out: {capacity.THREADS} at most", OPERATED, "a_monitor_reads_figures"),
]
"""A sentence's file and words, and the test that holds it: its file, and a part of its name."""


@pytest.mark.parametrize(
    ("page", "words", "file", "name"), PROMISES, ids=[words for _page, words, _file, _name in PROMISES]
)
def test_each_promise_stands_in_its_page_and_has_a_test(page: str, words: str, file: str, name: str) -> None:
    text = " ".join((ROOT / page).read_text("utf-8").replace("**", "").split())
    assert words in text, f"{page} does not say: {words}"
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    tests = [
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert any(name in test for test in tests), f"{file} has no such test"


def test_every_figure_of_how_requests_share_the_machine_is_promised() -> None:
    """No figure stands in that part of the page that the table above does not make."""
    text = (ROOT / OPERATING).read_text("utf-8")
    part = text.partition("## How requests share the machine")[2].partition("\n## ")[0]
    promised = " ".join(words for page, words, _file, _name in PROMISES if page == OPERATING)
    others = {"70", "64", "180"}  # megabytes of a start, bits of a network, and 30 browsers of 6 connections each
    found = set(re.findall(r"\b\d[\d,]*\b", part.replace("503", "").replace("422", "")))
    assert found - set(re.findall(r"\b\d[\d,]*\b", promised)) <= others
