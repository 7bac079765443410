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

    @property
    def holds(self) -> bool:
        return all(figure["holds"] is not False for figure in self.figures)

    def table(self) -> str:
        rows = [["CASE", "FIGURE", "VALUE", "AT MOST", "", "NOTE"]]
        for figure in self.figures:
            unit = figure["unit"] and " " + figure["unit"]
            at_most = "" if figure["atMost"] is None else f"{figure['atMost']:g}{unit}"
            verdict = {True: "ok", False: "MISSED", None: ""}[figure["holds"]]
            value = f"{figure['value']:.4g}{unit}"
            rows.append([figure["case"], figure["figure"], value, at_most, verdict, figure["note"]])
        widths = [max(len(row[column]) for row in rows) for column in range(6)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in rows
        )
