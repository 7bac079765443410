# SPDX-License-Identifier: Apache-2.0
"""What a change costs beside many addresses, policy rules and links, each number in a namespace of its own."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median

from cases.interfaces import add_interfaces
from measuring import Bench, in_turns
from peers import Watcher
from ratio import Ratio
from report import Report

FEW = 10


def watcher(place: Bench) -> Watcher:
    """Its lines show one interface: they are not longer beside many interfaces or addresses."""
    return Watcher([place.reach, "watch", "--json", "eth0"])


def measure(bench: Bench, report: Report) -> None:
    for subject in SUBJECTS:
        compare(bench, report, *subject)
    # The kernel walks all addresses of an interface under its lock. On another processor, a program that asks for the
    # lock spins meanwhile, which counts as CPU time. On the same one, it sleeps.
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(processors)})
    compare(bench, report, *ADDRESSES, ADDRESS)
    os.sched_setaffinity(0, processors)


def compare(
    bench: Bench,
    report: Report,
    words: str,
    many: int,
    fill: Callable[[Bench, int], None],
    kinds: dict[str, str],
) -> None:
    """CPU for each change with many and with few, by kind of change."""
    runs, count = (2, 100) if bench.quick else (7, 500)
    many = many // 10 if bench.quick else many
    with ExitStack() as stack:
        places = {size: stack.enter_context(bench.elsewhere()) for size in (FEW, many)}
        for size, place in places.items():
            place.network()
            fill(place, size)
        for kind, what in kinds.items():
            costs: dict[int, list[float]] = {size: [] for size in places}
            for number in range(runs):
                for size, place in in_turns(places.items(), number):
                    result = place.stopwatch(kind, count, 1000, watcher(place))
                    costs[size].append(result["cpu"] / (result["changes"] or count) / 1000)
            few = costs[FEW]
            note = f"{median(costs[many]):.1f} µs a change, with {FEW}: {median(few):.1f} µs"
            title = f"{what}: CPU with {many:,} {words} / with {FEW}"
            report.add("scale", title, Ratio.of(costs[many], few), 1.5, note=note)


def add_addresses(place: Bench, count: int) -> None:
    """To loopback, where servers have them."""
    lines = [f"address add 10.{n >> 16}.{n >> 8 & 255}.{n & 255}/32 dev lo\n" for n in range(count)]
    place.run("ip", "-batch", "-", input="".join(lines), text=True)


def add_rules(place: Bench, count: int) -> None:
    """After that of the main table. For a lookup that finds nothing, the kernel reads them all for each program."""
    lines = [f"rule add from 10.0.{n >> 8}.{n & 255} lookup 100 priority 32766\n" for n in range(count)]
    place.run("ip", "-batch", "-", input="".join(lines), text=True)


def add_links(place: Bench, count: int) -> None:
    add_interfaces(place, count, up=True)


def add_addressed_links(place: Bench, count: int) -> None:
    """Each with an address of its own, so that a route could lead through it."""
    add_interfaces(place, count, up=True)
    ends = [(end, number) for number in range(count // 2) for end in "cd"]
    lines = [f"address add 10.{n >> 8}.{n & 255}.1/24 dev {end}{number}\n" for n, (end, number) in enumerate(ends)]
    place.run("ip", "-batch", "-", input="".join(lines), text=True)


BESIDE = {"beside": "a link beside goes down, up"}
ADDRESS = {"loopback": "an address comes, goes"}
MTU = {"mtu": "another MTU"}
ROUTE = {"route": "the default route goes, comes"}
ADDRESSES = ("addresses", 20_000, add_addresses)
SUBJECTS = [
    (*ADDRESSES, ROUTE | MTU),
    ("rules", 10_000, add_rules, MTU),
    ("links", 300, add_links, ROUTE | MTU),
    ("links with addresses", 300, add_addressed_links, ROUTE | MTU | BESIDE),
]
