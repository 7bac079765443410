# SPDX-License-Identifier: Apache-2.0
"""From the start of a command to its end, and its peak memory: a look at the network, in which nothing
but the path is of interest."""

from looks import memory, times
from measuring import PROGRAMS, Bench
from peers import python_with_pyroute2
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    reach = [bench.reach, "status", "--json"]
    commands = {"reach": reach, "ip": ["ip", "-j", "addr"], "limit": [bench.limit, "status"]}
    runs = bench.launch(30 if bench.quick else 500, commands)
    times(report, "start", "status --json: time / ip -j addr's", runs, "ip", 2.0)
    memory(report, "start", "status --json: peak memory / ip -j addr's", runs, "ip", 4.0)
    times(report, "start", "status --json: time / limit's", runs, "limit")
    memory(report, "start", "status --json: peak memory / limit's", runs, "limit")
    for name, command in peers(bench).items():
        runs = bench.launch(5 if bench.quick else 30, {"reach": reach, name: command})
        times(report, "start", f"status --json: time / {name}'s", runs, name)
        memory(report, "start", f"status --json: peak memory / {name}'s", runs, name)


def peers(bench: Bench) -> dict[str, list[str]]:
    """Those that need no bus."""
    commands = {}
    monitor = bench.folder / "gnetworkmonitor"
    if monitor.exists():
        commands["GNetworkMonitor"] = [str(monitor), "status"]
    if python := python_with_pyroute2():
        commands["pyroute2"] = [python, str(PROGRAMS / "pyroute2-watch.py"), "status"]
    return commands
