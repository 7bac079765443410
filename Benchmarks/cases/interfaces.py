# SPDX-License-Identifier: Apache-2.0
"""What a message about a link costs that concerns no path, beside many others."""

from contextlib import ExitStack
from statistics import median

from measuring import Bench, in_turns
from report import Report

KINDS = {"beside": "goes down, up", "mtu": "another MTU"}
NAMES = ["limit", "reach"]


def measure(bench: Bench, report: Report) -> None:
    runs, count = (2, 500) if bench.quick else (5, 2000)
    sizes = (100, 1_000) if bench.quick else (1_000, 10_000)
    # CPU for each message, by kind, number of interfaces and competitor.
    costs: dict[tuple[str, int, str], list[float]] = {}
    with ExitStack() as stack:
        # In a namespace each, so that they can be measured in turns.
        places = {size: stack.enter_context(bench.elsewhere()) for size in sizes}
        for size, place in places.items():
            place.network()
            add_interfaces(place, size)
        for kind in KINDS:
            for number in range(runs):
                for size, place in places.items():
                    for name in in_turns(NAMES, number):
                        result = place.stopwatch(kind, count, 500, place.watchers[name])
                        cost = result["cpu"] / result["linkMessages"] / 1000
                        costs.setdefault((kind, size, name), []).append(cost)
    tell(report, sizes, {key: median(values) for key, values in costs.items()})


def add_interfaces(place: Bench, count: int) -> None:
    # Each cable has two ends.
    lines = (f"link add c{number} type veth peer name d{number}\n" for number in range(count // 2))
    place.run("ip", "-batch", "-", input="".join(lines), text=True)


def tell(report: Report, sizes: tuple[int, int], cpu: dict[tuple[str, int, str], float]) -> None:
    for kind, words in KINDS.items():
        for size in sizes:
            limit, reach = (cpu[kind, size, name] for name in NAMES)
            note = f"reach {reach:.1f} µs a message, limit {limit:.1f} µs"
            title = f"{size:,}, a link {words}: CPU / limit's"
            report.add("interfaces", title, reach / limit, 2.0, "×", note)
        few, many = sizes
        limit, reach = (cpu[kind, many, name] / cpu[kind, few, name] for name in NAMES)
        title = f"a link {words}: CPU with {many:,} / with {few:,}"
        report.add("interfaces", title, reach, 1.2, "×", f"limit {limit:.2f} ×")
