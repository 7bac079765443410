# SPDX-License-Identifier: Apache-2.0
"""What a message about a link costs that concerns no path, beside many others."""

from measuring import Bench, run
from report import Report
from statistics import median

KINDS = {"beside": "goes down, up", "mtu": "another MTU"}


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    runs, count = (2, 500) if bench.quick else (5, 2000)
    sizes = [100, 1_000] if bench.quick else [1_000, 10_000]
    made = 0
    costs: dict[tuple[str, int], float] = {}
    for size in sizes:
        # Each cable has two ends.
        add_cables(made, size // 2)
        made = size // 2
        for kind, words in KINDS.items():
            results = bench.alternate(runs, kind, count, 500)
            cpu = {name: median(map(per_message, results[name])) for name in results}
            costs[kind, size] = cpu["reach"]
            note = f"reach {cpu['reach']:.1f} µs a message, limit {cpu['limit']:.1f} µs"
            ratio = cpu["reach"] / cpu["limit"]
            report.add(
                "interfaces", f"{size:,}, a link {words}: CPU / limit's", ratio, 2.0, "×", note)
    for kind, words in KINDS.items():
        ratio = costs[kind, sizes[1]] / costs[kind, sizes[0]]
        title = f"a link {words}: CPU with {sizes[1]:,} / with {sizes[0]:,}"
        report.add("interfaces", title, ratio, 1.2, "×")


def add_cables(first: int, end: int) -> None:
    lines = (f"link add c{number} type veth peer name d{number}\n" for number in range(first, end))
    run("ip", "-batch", "-", input="".join(lines), text=True)


def per_message(result: dict) -> float:
    """Microseconds of CPU time for each message about a link."""
    return result["cpu"] / result["linkMessages"] / 1000
