# SPDX-License-Identifier: Apache-2.0
"""Beside many other interfaces: a look at all of them, and what a message costs about a link that concerns
no path."""

from contextlib import ExitStack
from statistics import median

from looks import memory, times
from measuring import Bench, in_turns
from ratio import Ratio
from report import Report

KINDS = {"beside": "goes down, up", "flap": "is switched off, on", "mtu": "another MTU"}
# What costs a few microseconds takes more runs than what costs many.
RUNS = {"beside": 5, "mtu": 13}
NAMES = ["limit", "reach"]
# Bounds are meant for so many.
MANY = 10_000


def measure(bench: Bench, report: Report) -> None:
    sizes = (100, 1_000) if bench.quick else (1_000, 10_000)
    with ExitStack() as stack:
        # In a namespace each, so that they can be measured in turns.
        places = {size: stack.enter_context(bench.elsewhere()) for size in sizes}
        for size, place in places.items():
            place.network()
            add_interfaces(place, size)
        for size, place in places.items():
            look(place, report, size)
        costs = listen(bench, places, RUNS)
    tell(report, "interfaces", sizes, costs)


def add_interfaces(place: Bench, count: int, first: int = 0, up: bool = False) -> None:
    """Adds cables, which have two ends each.

    - first: the number of the first cable.
    - up: whether both ends are up.
    """
    lines = []
    for number in range(first, first + count // 2):
        lines.append(f"link add c{number} type veth peer name d{number}\n")
        lines += [f"link set {end}{number} up\n" for end in "cd" if up]
    place.run("ip", "-batch", "-", input="".join(lines), text=True)


def look(place: Bench, report: Report, size: int) -> None:
    """A look at all of them."""
    commands = {
        "reach": [place.reach, "status", "--all", "--json"],
        "ip": ["ip", "-j", "addr"],
        "limit": [place.limit, "status", "--all"],
    }
    runs = place.launch(5 if place.quick else 40, commands)
    # With fewer, it is half the start of a program that is measured.
    bounds = (2.0, 4.0, 2.5) if size >= MANY else (None, None, None)
    title = f"{size:,}, status --all --json"
    times(report, "interfaces", f"{title}: time / ip -j addr's", runs, "ip", bounds[0])
    memory(report, "interfaces", f"{title}: peak memory / ip -j addr's", runs, "ip", bounds[1])
    times(report, "interfaces", f"{title}: time / limit's", runs, "limit", bounds[2])
    memory(report, "interfaces", f"{title}: peak memory / limit's", runs, "limit")


# CPU for each message, in µs, by kind, number of interfaces and competitor.
Costs = dict[tuple[str, int, str], list[float]]


def listen(
    bench: Bench, places: dict[int, Bench], runs: dict[str, int], pause: int = 500
) -> Costs:
    """Messages about a link beside them, by kind with the number of runs; pause: in µs, after each change."""
    count = 500 if bench.quick else 2000
    costs: Costs = {}
    for kind in runs:
        for number in range(2 if bench.quick else runs[kind]):
            for size, place in places.items():
                for name in in_turns(NAMES, number):
                    result = place.stopwatch(kind, count, pause, place.watchers[name])
                    cost = result["cpu"] / result["linkMessages"] / 1000
                    costs.setdefault((kind, size, name), []).append(cost)
    return costs


def tell(
    report: Report,
    case: str,
    sizes: tuple[int, int],
    costs: Costs,
    bounds: tuple[float, float] = (2.0, 1.2),
) -> None:
    """Bounds: beside the limit with many interfaces, and beside a few interfaces."""
    for kind in dict.fromkeys(kind for kind, _, _ in costs):
        words = KINDS[kind]
        for size in sizes:
            limit, reach = (costs[kind, size, name] for name in NAMES)
            note = f"reach {median(reach):.1f} µs a message, limit {median(limit):.1f} µs"
            title = f"{size:,}, a link {words}: CPU / limit's"
            bound = bounds[0] if size >= MANY else None
            report.add(case, title, Ratio.of(reach, limit), bound, note=note)
        few, many = sizes
        limit, reach = (
            Ratio.of(costs[kind, many, name], costs[kind, few, name]) for name in NAMES
        )
        title = f"a link {words}: CPU with {many:,} / with {few:,}"
        report.add(case, title, reach, bounds[1], note=f"limit {limit.value:.2f} ×")
