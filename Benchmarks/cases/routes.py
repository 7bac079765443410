# SPDX-License-Identifier: Apache-2.0
"""A look at the network beside a long routing table."""

from contextlib import ExitStack
from statistics import median

from measuring import Bench, in_turns
from ratio import Ratio
from report import Report


def measure(bench: Bench, report: Report) -> None:
    rounds, count = (4, 5) if bench.quick else (60, 10)
    sizes = [0, 10_000, 100_000] if bench.quick else [0, 100_000, 1_000_000]
    walls: dict[int, list[float]] = {size: [] for size in sizes}
    with ExitStack() as stack:
        # In a namespace each, so that they can be measured in turns.
        places = {size: stack.enter_context(bench.elsewhere()) for size in sizes}
        for size, place in places.items():
            place.network()
            add_routes(place, size)
        for number in range(rounds):
            for size in in_turns(sizes, number):
                commands = {"reach": [bench.reach, "status", "--json"]}
                walls[size].append(median(places[size].launch(count, commands)["reach"]["wall"]))
    for size in sizes[1:]:
        times = [f"{median(walls[which]) / 1e6:.2f} ms" for which in (size, 0)]
        note = f"{times[0]} and {times[1]}; {rounds} rounds of {count}"
        figure = f"status --json: time with {size:,} routes / without"
        report.add("routes", figure, Ratio.of(walls[size], walls[0]), 1.03, note=note)


def add_routes(place: Bench, count: int) -> None:
    """Host routes in 100.64.0.0/10."""
    lines = (
        f"route add 100.{64 + (number >> 16)}.{number >> 8 & 255}.{number & 255}/32 dev beside0\n"
        for number in range(count)
    )
    place.run("ip", "-batch", "-", input="".join(lines), text=True)
