# SPDX-License-Identifier: Apache-2.0
"""One competitor's figures by another's."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True)
class Ratio:
    """The ratio of two medians; and the quartiles of the ratios of runs that followed each other, which
    tell how far it can be relied on."""

    value: float
    low: float
    high: float

    @classmethod
    def of(
        cls, ones: Sequence[float], others: Sequence[float], value: float | None = None
    ) -> "Ratio":
        """Takes runs in their order; and the ratio itself, where it does not follow from the runs'
        medians."""
        ratios = [one / other for one, other in zip(ones, others)]
        low, _, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        return cls(median(ones) / median(others) if value is None else value, low, high)
