"""What building a wheel, or ``pip install -e .``, does besides copying files: it compiles the catalogues."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    """Compiles each ``mastermot.po`` into the ``mastermot.mo`` that the program reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile what is older than its source, before the files of the wheel are collected."""
        tool = runpy.run_path(str(Path(self.root, "tools", "compile_catalogues.py")))
        tool["compile_older"]()
