# SPDX-License-Identifier: Apache-2.0
"""Thousands of downloads, each from a host of its own: when the first request comes, and how soon SIGTERM ends it. And a
group of thousands: its command runs once, with all of them."""

import signal
import subprocess
import time

from measuring import Bench, cpu_of
from report import Report
from transfers import Place, memory_of, place, server

FIRST, END = 2.0, 1.0


def measure(bench: Bench, report: Report) -> None:
    bench.run("ip", "link", "set", "lo", "up")
    # Literal addresses of loopback, so that no name server has a part in it.
    for count in (1_000,) if bench.quick else (1_000, 5_000):
        with place(bench) as here:
            begin(here, report, count)
    with place(bench) as here, server(bench) as port:
        group(here, port, report, 500 if bench.quick else 10_000)


def group(here: Place, port: int, report: Report, count: int) -> None:
    """A group of small downloads, whose command counts the files that it is given."""
    addresses = here.folder / "addresses"
    addresses.write_text("".join(f"http://127.0.0.1:{port}/{number + 1}\n" for number in range(count)))
    code = (
        "import json, os\n"
        "path = os.environ.get('REACH_TRANSFER_FILES_FROM')\n"
        "files = json.loads(open(path).read() if path else os.environ['REACH_TRANSFER_FILES'])\n"
        "print(len(files), file=open('counted', 'a'))\n")
    started = time.monotonic()
    here.run(
        "fetch", "--input-file", addresses, "-o", f"{here.folder}/",
        "--then", "python3", "-c", code, capture_output=True)
    seconds = time.monotonic() - started
    counted = here.folder / "counted"
    report.add(
        "hosts", f"a group of {count:,}: files that its command is given", int(counted.read_text()),
        note=f"once, {seconds:.0f} s after they were added")


def begin(here: Place, report: Report, count: int) -> None:
    addresses = here.folder / "addresses"
    code = (
        "import socket, time\n"
        "server = socket.create_server(('', 8000), backlog=64)\n"
        "print('ready', flush=True)\n"
        "held = [server.accept()]\n"
        "print(time.monotonic(), flush=True)\n"
        "while True: held.append(server.accept())\n")
    addresses.write_text("".join(
        f"http://127.1.{number // 250}.{number % 250 + 1}:8000/{number}\n" for number in range(count)))
    words = [*here.bench.entrance, "python3", "-c", code]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as listener:
        if not listener.stdout:
            raise RuntimeError("no server")
        listener.stdout.readline()
        started = time.monotonic()
        # It writes a line for each download that waits; the lines are not read.
        worker = subprocess.Popen(
            here.words("fetch", "--input-file", addresses, "-o", f"{here.folder}/"),
            cwd=here.folder, env=here.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            first = float(listener.stdout.readline()) - started
            report.add(
                "hosts", f"first of {count:,} hosts: first request", round(first, 2), FIRST, "s")
            # By then all paths are known.
            time.sleep(5)
            report.add(
                "hosts", f"{count:,} hosts: memory", memory_of(worker.pid)["VmRSS"], unit="KiB",
                note=f"{cpu_of(worker.pid) / 1e9:.1f} s of processor time")
            sent = time.monotonic()
            worker.send_signal(signal.SIGTERM)
            worker.wait()
            report.add(
                "hosts", f"{count:,} hosts: SIGTERM ends it", round(time.monotonic() - sent, 2), END,
                "s")
        finally:
            worker.kill()
            listener.kill()
