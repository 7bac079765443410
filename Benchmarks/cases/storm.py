# SPDX-License-Identifier: Apache-2.0
"""A routing daemon loads a table: routes come and go by the hundred thousand, and in their midst the
default route changes."""

import json
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from measuring import Bench, cpu_of, in_turns, percentile
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    runs, routes = (2, 20_000) if bench.quick else (5, 200_000)
    storm = Storm.of(routes, bench.folder)
    results: dict[str, list[dict]] = {name: [] for name in bench.watchers}
    peer: list[dict[str, int]] = []
    for number in range(runs):
        for name in in_turns(results, number):
            results[name].append(beside(storm, bench, name))
        peer.append(beside_ip_monitor(storm))
    tell(report, routes, results, peer)


def tell(
    report: Report,
    routes: int,
    results: dict[str, list[dict]],
    peer: list[dict[str, int]],
) -> None:
    cpu = {name: median(result["cpu"] for result in results[name]) for name in results}
    cpu["ip"] = median(result["cpu"] for result in peer)
    lost = sum(result["drops"] for result in peer)
    note = f"{routes:,} routes: reach {cpu['reach'] / 1e6:.1f} ms, "
    note += f"ip {cpu['ip'] / 1e6:.0f} ms and {lost:,} messages lost in {len(peer)} runs"
    report.add("storm", "CPU / ip monitor route's", cpu["reach"] / cpu["ip"], 0.02, "×", note)
    changes = results["reach"][0]["changes"]
    note = f"limit {cpu['limit'] / 1e6:.1f} ms; {changes} changes of the default route in each"
    report.add("storm", "CPU / limit's", cpu["reach"] / cpu["limit"], 1.5, "×", note)
    times = {name: sum((result["times"] for result in results[name]), []) for name in results}
    micros = {name: percentile(times[name], 0.5) / 1000 for name in times}
    note = f"reach {micros['reach']:.0f} µs, limit {micros['limit']:.0f} µs"
    inside = sum(result["inside"] for result in results["reach"])
    note += f", of {len(times['reach'])} changes, {inside} amid the routes"
    ratio = micros["reach"] / micros["limit"]
    report.add("storm", "change to line: median / limit's", ratio, 1.5, "×", note)
    for title, key in [("changes not told", "missed"), ("messages lost", "drops")]:
        count = {name: sum(result[key] for result in results[name]) for name in results}
        report.add("storm", title, count["reach"], 0, note=f"limit {count['limit']}")


@dataclass
class Storm:
    """What `ip -batch` reads: host routes in 100.64.0.0/10."""

    adds: Path
    deletes: Path

    @classmethod
    def of(cls, routes: int, folder: Path) -> "Storm":
        storm = cls(folder / "adds", folder / "deletes")
        for path, verb in [(storm.adds, "add"), (storm.deletes, "delete")]:
            with path.open("w") as file:
                for number in range(routes):
                    a, b, c = 64 + (number >> 16), number >> 8 & 255, number & 255
                    file.write(f"route {verb} 100.{a}.{b}.{c}/32 dev beside0\n")
        return storm

    def begin(self) -> subprocess.Popen:
        return subprocess.Popen(["sh", "-c", f"ip -batch {self.adds} && ip -batch {self.deletes}"])


def beside(storm: Storm, bench: Bench, name: str) -> dict:
    """The default route is switched some times while the storm lasts, and the watch is measured to the
    storm's end."""
    count = "4" if bench.quick else "20"
    words = [str(bench.folder / "stopwatch"), "storm", count, "30000", "--", *bench.watchers[name]]
    watch = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    # The watch has told what it does at its beginning.
    time.sleep(0.5)
    raging = storm.begin()
    time.sleep(0.1)
    if watch.stdin:
        watch.stdin.write("\n")
        watch.stdin.flush()
    if raging.wait() != 0:
        raise RuntimeError("the routes cannot be added and deleted")
    end = time.monotonic_ns()
    drops = drops_of_listeners()
    output, _ = watch.communicate()
    if watch.returncode != 0:
        raise RuntimeError(f"{name} could not be measured in a storm")
    result = json.loads(output)
    inside = sum(start < end for start in result["starts"])
    return result | {"drops": drops, "inside": inside}


def drops_of_listeners() -> int:
    """How many messages for this namespace's sockets with groups found no room (netlink(7), Drops)."""
    lines = Path("/proc/net/netlink").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return sum(int(field[8]) for field in fields if int(field[3], 16) != 0)


def beside_ip_monitor(storm: Storm) -> dict[str, int]:
    # It complains of each loss, which is counted below.
    monitor = subprocess.Popen(
        ["ip", "monitor", "route"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    before = cpu_of(monitor.pid)
    storm.begin().wait()
    # It reads on for a while.
    last = -1
    while (spent := cpu_of(monitor.pid)) != last:
        last = spent
        time.sleep(0.5)
    drops = drops_of_listeners()
    monitor.kill()
    monitor.wait()
    return {"cpu": spent - before, "drops": drops}
