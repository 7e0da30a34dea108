"""What the commands say, word for word: the console blocks of `conversations.md`, which one command makes again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mastermot.texts.languages import LANGUAGES
from tests.examples import QuickWorkshop, busy_machine  # noqa: F401 - a fixture
from tests.kinds import list_commands
from tests.support import some
from tools.pages import Block, add_conversations, agree, find_blocks, list_examples, open_workshop, read_examples

PAGE = Path(__file__).with_name("conversations.md")
BLOCKS = find_blocks(PAGE.read_text(encoding="utf-8"), "console")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"line {block.line}")
@pytest.mark.usefixtures("busy_machine")
def test_what_is_said(block: Block) -> None:
    """If the new words are right: ``python3 tools/pages.py --update tests/cli/conversations.md``."""
    with open_workshop(PAGE) as workshop:
        quick = QuickWorkshop(*workshop)
        for command, expected in some(read_examples(block.body)):
            printed = quick.run(command)
            assert agree(expected, printed), "\n".join([f"$ {command}", *printed])


def test_a_command_without_a_conversation_gets_the_examples_of_its_help() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert add_conversations(text) == text, "each command that converses has its own"
    without = re.sub(r"^.*mastermot marks .*\n", "", text, flags=re.MULTILINE)
    examples = "".join(f"$ {example}\n" for example in list_examples(list_commands()["marks"]))
    assert add_conversations(without).endswith(f"\n\n## marks\n\n```console\n{examples}```\n")
    assert examples.startswith("$ mastermot marks ")


def test_every_language_and_most_commands_converse() -> None:
    """Commands that only search, or serve, have their tables and figures in the documentation."""
    text = "\n".join(block.body for block in BLOCKS)
    languages = set(re.findall(r"(?:LANGUAGE=|--lang )(\w+)", text))
    assert languages | {"en"} == set(LANGUAGES)
    used = {name for name in list_commands() if f"mastermot {name} " in text}
    assert set(list_commands()) - used <= {"accelerate", "explore", "optimal", "serve", "site", "static", "tree"}
