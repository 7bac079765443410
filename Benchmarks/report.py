# SPDX-License-Identifier: Apache-2.0
"""The figures, each beside what is wanted of it."""

from dataclasses import dataclass, field
from typing import Any

from ratio import Ratio

VERDICTS = {True: "met", False: "MISSED", None: ""}


@dataclass
class Report:
    figures: list[dict[str, Any]] = field(default_factory=list)

    def add(
        self,
        case: str,
        figure: str,
        value: float | Ratio,
        at_most: float | None = None,
        unit: str = "",
        note: str = "",
    ) -> None:
        """Takes a figure in, and how large it may be at the most."""
        entry: dict[str, Any] = {"case": case, "figure": figure}
        if isinstance(value, Ratio):
            entry |= {"value": value.value, "quartiles": [value.low, value.high], "unit": "×"}
        else:
            entry |= {"value": value, "unit": unit}
        entry["atMost"] = at_most
        entry["holds"] = None if at_most is None else entry["value"] <= at_most
        self.figures.append(entry | {"note": note})

    def absent(self, case: str, figure: str, why: str) -> None:
        """Takes in that there was nothing to measure: a peer that is not there, or tells nothing."""
        self.figures.append({"case": case, "figure": figure, "holds": None, "note": why})

    def failed(self, case: str, why: str) -> None:
        """Takes in that a case could not be measured, which is no figure and does not hold."""
        self.figures.append({"case": case, "figure": "not measured", "holds": False, "note": why})

    @property
    def holds(self) -> bool:
        return all(figure["holds"] is not False for figure in self.figures)

    def table(self) -> str:
        rows = [["CASE", "FIGURE", "VALUE", "QUARTILES", "AT MOST", "", "NOTE"]]
        for figure in self.figures:
            rows.append(row(figure))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in rows
        )


def row(figure: dict[str, Any]) -> list[str]:
    value = quartiles = at_most = "–"
    if "value" in figure:
        unit = figure["unit"] and " " + figure["unit"]
        # Ratios have three digits that mean something; counts are whole.
        value = figure["value"]
        value = (f"{value:,}" if isinstance(value, int) else f"{value:.3g}") + unit
        quartiles = at_most = ""
        if "quartiles" in figure:
            low, high = figure["quartiles"]
            quartiles = f"{low:.3g} … {high:.3g}"
        if figure["atMost"] is not None:
            at_most = f"{figure['atMost']:,}{unit}"
    verdict = VERDICTS[figure["holds"]]
    return [figure["case"], figure["figure"], value, quartiles, at_most, verdict, figure["note"]]
