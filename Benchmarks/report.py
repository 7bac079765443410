# SPDX-License-Identifier: Apache-2.0
"""The figures, each beside what is wanted of it."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Report:
    figures: list[dict[str, Any]] = field(default_factory=list)

    def add(
        self,
        case: str,
        figure: str,
        value: float,
        at_most: float | None = None,
        unit: str = "",
        note: str = "",
    ) -> None:
        """Takes a figure in, and how large it may be at the most."""
        self.figures.append(
            {
                "case": case,
                "figure": figure,
                "value": value,
                "unit": unit,
                "atMost": at_most,
                "holds": None if at_most is None else value <= at_most,
                "note": note,
            }
        )

    def failed(self, case: str, why: str) -> None:
        """Takes in that a case could not be measured, which is no figure and does not hold."""
        self.figures.append({"case": case, "figure": "not measured", "holds": False, "note": why})

    @property
    def holds(self) -> bool:
        return all(figure["holds"] is not False for figure in self.figures)

    def table(self) -> str:
        rows = [["CASE", "FIGURE", "VALUE", "AT MOST", "", "NOTE"]]
        for figure in self.figures:
            rows.append(row(figure))
        widths = [max(len(row[column]) for row in rows) for column in range(6)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in rows
        )


def row(figure: dict[str, Any]) -> list[str]:
    verdict = {True: "ok", False: "MISSED", None: ""}[figure["holds"]]
    value = at_most = ""
    if "value" in figure:
        unit = figure["unit"] and " " + figure["unit"]
        # Ratios have three digits that mean something; counts are whole.
        value = figure["value"]
        value = (f"{value:,}" if isinstance(value, int) else f"{value:.3g}") + unit
        if figure["atMost"] is not None:
            at_most = f"{figure['atMost']:,}{unit}"
    return [figure["case"], figure["figure"], value, at_most, verdict, figure["note"]]
