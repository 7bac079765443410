# SPDX-License-Identifier: Apache-2.0
"""Stored answers: what one costs a program, and that a look and a new one cost the same among 100,000."""

import json
import os
import subprocess
import tempfile
from statistics import median

from cases import library
from measuring import Bench, percentile
from ratio import Ratio
from report import Report

PROGRAM = library.HERE / "Library/.build/release/answer-benchmarks"
ANSWER = 1.0
# A look and a new answer, among many and among few.
GROWTH = 1.5


def measure(bench: Bench, report: Report) -> None:
    sizes = [100, 10_000] if bench.quick else [100, 10_000, 100_000]
    few, *_, many = figures = [run(bench, size, 200 if bench.quick else 2000) for size in sizes]
    times = [time / 1e6 for time in many["answer 10 KiB"]]
    report.add(
        "answers", "a stored answer of 10 KiB, median", round(median(times), 3), ANSWER, "ms",
        f"p99 {percentile(times, 0.99):.2f} ms")
    for name, figure in (("look", "a look"), ("addAndEvict", "a new answer, for which another goes")):
        for size, one in zip(sizes[1:], figures[1:]):
            report.add(
                "answers", f"{figure}: of {size:,} / of {sizes[0]}", Ratio.of(one[name], few[name]),
                GROWTH, note=f"{median(one[name]) / 1e3:,.0f} and {median(few[name]) / 1e3:,.0f} µs")
    for name in ("store 10 KiB", "store 1 MiB", "store 8 MiB", "answer 1 MiB", "answer 8 MiB"):
        report.add("answers", f"{name}, median", round(median(many[name]) / 1e6, 2), unit="ms")
    report.add("answers", f"peak memory with {sizes[-1]:,}", many["memory"][0], unit="KiB")


def run(bench: Bench, entries: int, rounds: int) -> dict:
    """The times in nanoseconds, by what was done, and the peak of the memory before large answers, in KiB."""
    with tempfile.TemporaryDirectory() as folder:
        words = [str(PROGRAM), folder + "/store", str(entries), str(rounds)]
        result = subprocess.run(
            words, check=True, capture_output=True, text=True,
            env=os.environ | {"HOME": folder})
    return json.loads(result.stdout)
