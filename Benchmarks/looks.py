# SPDX-License-Identifier: Apache-2.0
"""What is reported of commands that were run from their start to their end."""

from statistics import median
from typing import Any

from ratio import Ratio
from report import Report


def times(
    report: Report,
    case: str,
    figure: str,
    runs: dict[str, dict[str, Any]],
    other: str,
    at_most: float | None = None,
    remark: str = "",
) -> None:
    """Tells how long reach took, by another's time."""
    parts = [f"{name} {median(runs[name]['wall']) / 1e6:.2f} ms" for name in ("reach", other)]
    cpu = [f"{median(runs[name]['cpu']) / 1e6:.2f}" for name in ("reach", other)]
    parts.append(f"CPU {cpu[0]} and {cpu[1]} ms")
    note = ", ".join(parts + [remark] * bool(remark))
    ratio = Ratio.of(runs["reach"]["wall"], runs[other]["wall"])
    report.add(case, figure, ratio, at_most, note=note)


def memory(
    report: Report,
    case: str,
    figure: str,
    runs: dict[str, dict[str, Any]],
    other: str,
    at_most: float | None = None,
) -> None:
    """Tells reach's peak memory, by another's."""
    peaks = [f"{name} {median(runs[name]['memory']):,.0f} KiB" for name in ("reach", other)]
    sizes = [f"{runs[name]['bytes']:,}" for name in ("reach", other)]
    note = f"{', '.join(peaks)}; printed {sizes[0]} and {sizes[1]} bytes"
    ratio = Ratio.of(runs["reach"]["memory"], runs[other]["memory"])
    report.add(case, figure, ratio, at_most, note=note)
