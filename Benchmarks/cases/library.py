# SPDX-License-Identifier: Apache-2.0
"""What the library's parts cost, measured inside of a program: see Library/. Allocations are the same on
every machine."""

import json
from pathlib import Path
from statistics import median

from measuring import Bench
from ratio import Ratio
from report import Report

HERE = Path(__file__).resolve().parents[1]
COMMAND = HERE / "Library/.build/release/library-benchmarks"
RECORDED = HERE.parent / "Tests/System/NetlinkTests/Recorded/messages-6.18.hex"

# What is compared with what, and how it is called.
RATIOS = [
    ("decode", "decodeLimit", "a link message is decoded: time / limit's"),
    ("classify", "apply10", "an interface is classified again: time / taken in alone"),
    ("apply10000", "apply10", "a link message is taken in: with 10,000 interfaces / with 10"),
    ("evaluate10000", "evaluate10", "a path is decided: with 10,000 interfaces / with 10"),
    ("tasks100", "tasks1", "a path reaches a task: of 100 / of 1"),
    ("tasks10000", "tasks100", "a path reaches a task: of 10,000 / of 100"),
    ("handlers100", "handlers1", "a path reaches a handler: of 100 / of 1"),
    ("handlers10000", "handlers100", "a path reaches a handler: of 10,000 / of 100"),
    ("comeAndGo100", "comeAndGo1", "a monitor begins and ends: beside 100 / beside 1"),
    ("comeAndGo10000", "comeAndGo100", "a monitor begins and ends: beside 10,000 / beside 100"),
]
ALLOCATIONS = {
    "decode": "a link message is decoded",
    "apply10": "a link message is taken in",
    "classify": "an interface is classified again",
    "evaluate10": "a path is decided",
    "tasks10000": "a path reaches a task, of 10,000",
    "handlers10000": "a path reaches a handler, of 10,000",
}


def measure(bench: Bench, report: Report) -> None:
    rounds = 10 if bench.quick else 100
    result = bench.run(str(COMMAND), str(rounds), recorded_link("eth0"), capture_output=True)
    figures = json.loads(result.stdout)
    time = {name: figure["nanoseconds"] for name, figure in figures.items()}
    for one, other, figure in RATIOS:
        note = f"{median(time[one]):,.0f} and {median(time[other]):,.0f} ns"
        report.add("library", figure, Ratio.of(time[one], time[other]), note=note)
    for name, figure in ALLOCATIONS.items():
        # Queues and tasks grow now and then.
        count = round(median(figures[name]["allocations"]), 1)
        report.add("library", f"{figure}: allocations", count)


def recorded_link(name: str) -> str:
    """A message about a link as a kernel sent it, in hexadecimal digits."""
    for line in RECORDED.read_text().splitlines():
        words = line.split()
        if words[:2] == ["link", name]:
            return words[-1]
    raise LookupError(f"{RECORDED} has no link {name}")
