# SPDX-License-Identifier: Apache-2.0
"""A routing daemon loads a table: routes come and go by the hundred thousand, and in their midst the
default route changes."""

import json
import subprocess
import time
from pathlib import Path
from statistics import median

from measuring import Bench, cpu_of, percentile
from report import Report


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    runs, routes = (1, 20_000) if bench.quick else (3, 200_000)
    adds, deletes = batches(bench.folder, routes)
    results: dict[str, list[dict]] = {"limit": [], "reach": []}
    monitor: list[int] = []
    for _ in range(runs):
        for name in results:
            results[name].append(beside_storm(bench, name, adds, deletes))
        monitor.append(ip_monitor(adds, deletes))
    cpu = {name: median(result["cpu"] for result in results[name]) for name in results}
    times = {name: sum((result["times"] for result in results[name]), []) for name in results}
    milliseconds = {name: value / 1e6 for name, value in cpu.items()}
    note = f"{routes:,} routes: reach {milliseconds['reach']:.1f} ms"
    note += f", limit {milliseconds['limit']:.1f} ms, ip monitor {median(monitor) / 1e6:.0f} ms"
    report.add("storm", "CPU / ip monitor route's", cpu["reach"] / median(monitor), 0.02, "×", note)
    report.add("storm", "CPU / limit's", cpu["reach"] / cpu["limit"], 1.5, "×")
    ratio = percentile(times["reach"], 0.5) / percentile(times["limit"], 0.5)
    note = f"median of {len(times['reach'])}: reach {percentile(times['reach'], .5) / 1000:.0f} µs"
    note += f", limit {percentile(times['limit'], .5) / 1000:.0f} µs"
    report.add("storm", "change to line / limit's", ratio, 1.5, "×", note)
    missed = sum(result["missed"] for result in results["reach"])
    report.add("storm", "default-route changes missed", missed, 0)
    drops = sum(result["drops"] for result in results["reach"])
    report.add("storm", "messages lost", drops, 0)


def batches(folder: Path, routes: int) -> tuple[Path, Path]:
    """What `ip -batch` reads: host routes in 100.64.0.0/10."""
    paths = (folder / "adds", folder / "deletes")
    for path, verb in zip(paths, ["add", "delete"]):
        with path.open("w") as file:
            for number in range(routes):
                a, b, c = 64 + (number >> 16), number >> 8 & 255, number & 255
                file.write(f"route {verb} 100.{a}.{b}.{c}/32 dev beside0\n")
    return paths


def storm(adds: Path, deletes: Path) -> subprocess.Popen:
    script = f"ip -batch {adds} && ip -batch {deletes}"
    return subprocess.Popen(["sh", "-c", script])


def beside_storm(bench: Bench, name: str, adds: Path, deletes: Path) -> dict:
    """Toggles of the default route for as long as the storm lasts, and some."""
    words = [str(bench.folder / "stopwatch"), "route", "40" if not bench.quick else "8", "50000"]
    watch = subprocess.Popen(
        [*words, "--", *bench.watchers[name]], stdout=subprocess.PIPE, text=True)
    # The watch is there before the storm.
    time.sleep(0.3)
    loading = storm(adds, deletes)
    drops = 0
    while watch.poll() is None:
        drops = max(drops, netlink_drops())
        time.sleep(0.2)
    output = watch.stdout.read() if watch.stdout else ""
    loading.wait()
    return json.loads(output) | {"drops": drops}


def netlink_drops() -> int:
    """Messages that sockets of this namespace have lost."""
    lines = Path("/proc/net/netlink").read_text().splitlines()[1:]
    return sum(int(line.split()[8]) for line in lines)


def ip_monitor(adds: Path, deletes: Path) -> int:
    """CPU time of `ip monitor route` in the same storm."""
    monitor = subprocess.Popen(["ip", "monitor", "route"], stdout=subprocess.DEVNULL)
    time.sleep(0.3)
    before = cpu_of(monitor.pid)
    storm(adds, deletes).wait()
    # It reads on for a while.
    last = -1
    while (spent := cpu_of(monitor.pid)) != last:
        last = spent
        time.sleep(0.5)
    monitor.kill()
    monitor.wait()
    return spent - before
