# SPDX-License-Identifier: Apache-2.0
"""A routing daemon loads a table: routes come and go by the hundred thousand, and in their midst the
default route changes."""

import json
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import network_manager
from measuring import Bench, cpu_of, in_turns, percentile
from peers import Watcher
from ratio import Ratio
from report import Report

Results = dict[str, list[dict]]


def measure(bench: Bench, report: Report) -> None:
    bench.network()
    # A watch's own work is a millisecond in a second of others': it takes more runs than what costs much.
    runs, runs_of_ip, routes = (2, 2, 20_000) if bench.quick else (13, 5, 200_000)
    storm = Storm.of(routes, bench.folder)
    results: Results = {name: [] for name in bench.watchers}
    heard: list[dict] = []
    for number in range(runs):
        for name, watcher in in_turns(bench.watchers.items(), number):
            results[name].append(beside(storm, bench, watcher))
        if number < runs_of_ip:
            heard.append(beside_ip_monitor(storm))
    tell(report, routes, results, heard)
    for name, watcher in bench.peers("route").items():
        # In turns with reach once more: what comes later need not meet the same machine.
        pairs: Results = {"reach": [], name: []}
        competitors = {"reach": bench.watchers["reach"], name: watcher}
        try:
            for number in range(1 if bench.quick else 2):
                for which, competitor in in_turns(competitors.items(), number):
                    pairs[which].append(beside(storm, bench, competitor))
        except RuntimeError as error:
            report.absent("storm", f"CPU / {name}'s", str(error))
        else:
            tell_beside(report, name, pairs)
    beside_network_manager(bench, report, storm, results)


def tell(report: Report, routes: int, results: Results, heard: list[dict]) -> None:
    cpu = {name: [result["cpu"] for result in results[name]] for name in results}
    cpu["ip"] = [result["cpu"] for result in heard]
    middle = {name: median(values) / 1e6 for name, values in cpu.items()}
    lost = sum(result["drops"] for result in heard)
    note = f"{routes:,} routes: reach {middle['reach']:.1f} ms, "
    note += f"ip {middle['ip']:.0f} ms and {lost:,} messages lost in {len(heard)} runs"
    ratio = Ratio.of(cpu["reach"], cpu["ip"])
    report.add("storm", "CPU / ip monitor route's", ratio, 0.02, note=note)
    changes = results["reach"][0]["changes"]
    note = f"limit {middle['limit']:.1f} ms; {changes} changes of the default route in each"
    report.add("storm", "CPU / limit's", Ratio.of(cpu["reach"], cpu["limit"]), 2.5, note=note)
    times = {name: sum((result["times"] for result in results[name]), []) for name in results}
    micros = {name: percentile(times[name], 0.5) / 1000 for name in times}
    note = f"reach {micros['reach']:.0f} µs, limit {micros['limit']:.0f} µs"
    inside = sum(result["inside"] for result in results["reach"])
    note += f", of {len(times['reach'])} changes, {inside} amid the routes"
    reach, limit = (
        [percentile(result["times"], 0.5) for result in results[name]] for name in ("reach", "limit")
    )
    ratio = Ratio.of(reach, limit, micros["reach"] / micros["limit"])
    report.add("storm", "change to line: median / limit's", ratio, 2.0, note=note)
    for title, key in [("changes not told", "missed"), ("messages lost", "drops")]:
        count = {name: sum(result[key] for result in results[name]) for name in results}
        report.add("storm", title, count["reach"], 0, note=f"limit {count['limit']}")


def tell_beside(report: Report, name: str, pairs: Results) -> None:
    cpu = {which: [result["cpu"] for result in pairs[which]] for which in pairs}
    lost = sum(result["drops"] for result in pairs[name])
    note = f"{name} {median(cpu[name]) / 1e6:.0f} ms until the routes' end, {lost:,} messages lost"
    report.add("storm", f"CPU / {name}'s", Ratio.of(cpu["reach"], cpu[name]), note=note)
    times = {which: sum((result["times"] for result in pairs[which]), []) for which in pairs}
    figure = f"change to line: median / {name}'s"
    missed = sum(result["missed"] for result in pairs[name])
    deaf = ", then given up" if any(result["gaveUp"] for result in pairs[name]) else ""
    note = f"{missed} of {sum(result['changes'] for result in pairs[name])} changes not told{deaf}"
    if not times[name]:
        report.absent("storm", figure, f"{name}: {note}")
        return
    middle = {which: percentile(times[which], 0.5) for which in times}
    note = f"{name} {middle[name] / 1000:,.0f} µs, {note}"
    report.add("storm", figure, middle["reach"] / middle[name], unit="×", note=note)


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


def beside(storm: Storm, bench: Bench, watcher: Watcher) -> dict:
    """The default route is switched some times while the storm lasts, and the watch is measured to the
    storm's end."""
    count = "4" if bench.quick else "20"
    words = [str(bench.folder / "stopwatch"), *watcher.options, "storm", count, "30000", "--"]
    words += watcher.command
    # Peers complain of what they lose, which is counted below.
    complaints = tempfile.TemporaryFile("w+")
    pipe = subprocess.PIPE
    watch = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=complaints, text=True)
    # The watch has told what it does at its beginning.
    time.sleep(1)
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
        complaints.seek(0)
        raise RuntimeError(f"{watcher.command[0]} in a storm: {complaints.read()}")
    result = json.loads(output)
    inside = sum(start < end for start in result["starts"])
    return result | {"drops": drops, "inside": inside}


def drops_of_listeners() -> int:
    """How many messages for this namespace's sockets with groups found no room (netlink(7), Drops)."""
    lines = Path("/proc/net/netlink").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return sum(int(field[8]) for field in fields if int(field[3], 16) != 0)


def beside_ip_monitor(storm: Storm) -> dict[str, int]:
    """What it reads by itself: its lines go to /dev/null."""
    # It complains of each loss, which is counted below.
    monitor = subprocess.Popen(
        ["ip", "monitor", "route"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    before = cpu_of(monitor.pid)
    storm.begin().wait()
    spent = cpu_when_quiet(monitor.pid)
    drops = drops_of_listeners()
    monitor.kill()
    monitor.wait()
    return {"cpu": spent - before, "drops": drops}


def cpu_when_quiet(process: int) -> int:
    """A process's CPU time, once it has read what waits for it; of one that does not come to an end,
    after 20 s."""
    deadline = time.monotonic() + 20
    last = -1
    while (spent := cpu_of(process)) != last and time.monotonic() < deadline:
        last = spent
        time.sleep(0.5)
    return spent


def beside_network_manager(bench: Bench, report: Report, storm: Storm, results: Results) -> None:
    """What NetworkManager itself spends, with the default route left alone."""
    figure = "CPU / NetworkManager's"
    if not network_manager.is_there():
        report.absent("storm", figure, network_manager.ABSENT)
        return
    # It takes eth0 over, and is the last.
    with network_manager.running(bench) as manager:
        network_manager.connect(bench, "eth0")
        time.sleep(1)
        before = cpu_of(manager)
        storm.begin().wait()
        spent = cpu_when_quiet(manager) - before
        drops = drops_of_listeners()
    cpu = median(result["cpu"] for result in results["reach"])
    note = f"NetworkManager {spent / 1e6:,.0f} ms until it was quiet, {drops:,} messages lost; one run"
    report.add("storm", figure, cpu / spent, unit="×", note=note)
