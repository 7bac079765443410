# SPDX-License-Identifier: Apache-2.0
"""The table of neighbors: messages about other hosts of the link, and a router that fails, of two that the kernel
chooses from."""

from dataclasses import replace

from measuring import Bench, percentile
from ratio import Ratio
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    busy(bench, report)
    failing(bench, report)


def busy(bench: Bench, report: Report) -> None:
    """Three messages for each entry that comes and goes."""
    count = 500 if bench.quick else 3400
    result = bench.stopwatch("neighbors", count, 1000, bench.watchers["reach"])
    note = f"CPU {result['cpu'] / 1e3:.0f} µs"
    title = f"{3 * count:,} messages about other hosts: wake-ups"
    report.add("neighbors", title, result["switches"], 0, note=note)


def failing(bench: Bench, report: Report) -> None:
    """The gateway's neighbor entry fails and works again, beside the default route that goes and comes."""
    runs, count = (2, 50) if bench.quick else (5, 400)
    reach = bench.watchers["reach"]
    results: dict[str, list[dict]] = {"route": [], "router": []}
    words = ["--words", '"gateways":["192.0.2.1"', '"gateways":["192.0.2.2"']
    for _ in range(runs):
        results["route"].append(bench.stopwatch("route", count, 2000, reach))
        bench.run("ip", "route", "append", "default", "via", "192.0.2.2", "proto", "static")
        watcher = replace(reach, options=words)
        results["router"].append(bench.stopwatch("router", count, 2000, watcher))
        bench.run("ip", "route", "del", "default", "via", "192.0.2.2")
    router, route = (
        [percentile(result["times"], 0.5) for result in results[kind]] for kind in ("router", "route")
    )
    note = f"router {percentile(router, 0.5) / 1000:.0f} µs, route {percentile(route, 0.5) / 1000:.0f} µs"
    title = "a router fails, works: median / that of a default route"
    # The kernel takes 50 µs for the filter that reports the router's next change, which must be there before the look.
    report.add("neighbors", title, Ratio.of(router, route), 3.0, note=note)
    missed = sum(result["missed"] for result in results["router"])
    report.add("neighbors", "a router fails, works: not told", missed, 0)
