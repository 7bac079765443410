# SPDX-License-Identifier: Apache-2.0
"""What the library's parts cost, measured inside of a program: see Library/."""

import json
from pathlib import Path

from measuring import Bench
from report import Report

COMMAND = Path(__file__).resolve().parents[1] / "Library/.build/release/library-benchmarks"


def measure(bench: Bench, report: Report) -> None:
    pass
