# SPDX-License-Identifier: Apache-2.0
"""A file that is downloaded over the loopback interface and is on the disk at the end: time, CPU, memory."""

import os
import shutil
from statistics import median

from measuring import Bench, in_turns
from ratio import Ratio
from report import Report
from transfers import MIB, Place, Run, place, server

# What the throughput, and the CPU of the worker, may be of curl's.
SLOWEST, CPU = 0.95, 1.15
# The peak memory of a worker, in KiB.
MEMORY = 32 * 1024


def measure(bench: Bench, report: Report) -> None:
    bench.run("ip", "link", "set", "lo", "up")
    with place(bench) as here, server(bench) as port:
        url = f"http://127.0.0.1:{port}"
        if shutil.which("curl"):
            throughput(here, url, report, bench.quick)
        else:
            report.absent("download", "time / that of curl and a sync", "there is no curl")
        memory(here, url, report, bench.quick)


def throughput(here: Place, url: str, report: Report, quick: bool) -> None:
    size = (64 if quick else 1024) * MIB
    file = here.folder / "file.bin"
    commands = {
        "reach": here.words("fetch", "-o", file, f"{url}/{size}"),
        "curl": ["sh", "-c", f"curl -so {file} {url}/{size} && sync {file}"],
    }
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for number in range(4 if quick else 20):
        for name in in_turns(commands, number):
            run = here.measure(commands[name])
            if file.stat().st_size != size:
                raise RuntimeError(f"{name} has not got the file")
            runs[name].append(run)
            # The next one begins with an empty disk queue, and does not wait for this one's blocks.
            file.unlink()
            os.sync()
    walls = {name: [run.wall for run in several] for name, several in runs.items()}
    cpus = {name: [run.cpu for run in several] for name, several in runs.items()}
    rates = ", ".join(f"{name} {size / MIB / median(walls[name]):,.0f} MiB/s" for name in runs)
    gibs = f"{size // MIB:,} MiB"
    report.add(
        "download", f"{gibs}, synced: time / that of curl and a sync",
        Ratio.of(walls["reach"], walls["curl"]), round(1 / SLOWEST, 3), note=rates)
    note = ", ".join(f"{name} {median(cpus[name]):.2f} s" for name in runs)
    report.add(
        "download", f"{gibs}, synced: CPU / that of curl and a sync",
        Ratio.of(cpus["reach"], cpus["curl"]), CPU, note=note)


def memory(here: Place, url: str, report: Report, quick: bool) -> None:
    size = (512 if quick else 10 * 1024) * MIB
    file = here.folder / "large.bin"
    run = here.measure(here.words("fetch", "-o", file, f"{url}/{size}"), file)
    file.unlink()
    report.add(
        "download", f"one of {size // MIB:,} MiB: peak memory", run.peak, MEMORY, "KiB")
    early, late = (
        tuple(max(sizes[kind] for sizes in run.sizes if sizes[0] <= length) for kind in (1, 2))
        for length in (size // 10, size))
    report.add(
        "download", "its anonymous memory, growth after the first tenth", late[1] - early[1], 64, "KiB",
        f"of {late[1]:,} KiB; with the pages of code {late[0] - early[0]:+,} KiB")
    # Three run at once, as many as run by default.
    several = [f"{url}/{size // 10 // 3}/{MIB}/{number}" for number in range(3)]
    run = here.measure(here.words("fetch", "-o", f"{here.folder}/", *several), here.folder / "0")
    report.add("download", "three at once: peak memory", run.peak, MEMORY, "KiB")
