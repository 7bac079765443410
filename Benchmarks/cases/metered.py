# SPDX-License-Identifier: Apache-2.0
"""A download whose path begins to cost: how long its connection stays."""

import json
import subprocess
import time
from pathlib import Path
from statistics import median

from measuring import Bench
from report import Report
from transfers import MIB, place, server

SERVER = "198.51.100.9"
CLOSED = 50.0
ESTABLISHED = "01"


def measure(bench: Bench, report: Report) -> None:
    with bench.elsewhere() as far, place(bench) as here:
        connect(bench, far)
        settings = here.folder / "reach/reach.json"
        settings.parent.mkdir()
        overrides = [{"interface": "eth0", "metered": "no"}, {"interface": "eth1", "metered": "yes"}]
        settings.write_text(json.dumps({"overrides": overrides}))
        with server(far) as port:
            url = f"http://{SERVER}:{port}/{1024 * MIB}/20000"
            here.run(
                "fetch", "--detach", "--unmetered", "-o", "file.bin", url, capture_output=True)
            worker = here.start(here.words("queue", "run"))
            try:
                times = [change(bench, worker, port) for _ in range(3 if bench.quick else 20)]
            finally:
                worker.terminate()
                worker.communicate()
    note = f"median {median(times):.1f} ms, from before the route goes until the socket is closed"
    report.add("metered", "the path costs: connection closed, at the latest", max(times), CLOSED, "ms", note)


def connect(bench: Bench, far: Bench) -> None:
    """Two uplinks to a server. The second one costs."""
    bench.run("ip", "link", "set", "lo", "up")
    far.run("ip", "link", "set", "lo", "up")
    far.run("ip", "address", "add", f"{SERVER}/32", "dev", "lo")
    for number, network in enumerate(["192.0.2", "203.0.113"]):
        name = f"eth{number}"
        bench.cable(name)
        # The namespace is that of the process which holds it.
        bench.run("ip", "link", "set", f"{name}-far", "netns", far.entrance[2])
        far.run("ip", "address", "add", f"{network}.1/24", "dev", f"{name}-far")
        far.run("ip", "link", "set", f"{name}-far", "up")
        bench.run("ip", "address", "add", f"{network}.7/24", "dev", name)
        bench.await_carrier(name)
    bench.run("ip", "route", "add", "default", "via", "203.0.113.1", "metric", "200")
    bench.run(*FREE)


# The route over the link that costs nothing.
FREE = ["ip", "route", "add", "default", "via", "192.0.2.1", "dev", "eth0", "metric", "100"]


def change(bench: Bench, worker: subprocess.Popen, port: int) -> float:
    """Takes the route away while bytes arrive, and gives it back. Returns milliseconds."""
    deadline = time.monotonic() + 60
    while not is_connected(port):
        if time.monotonic() > deadline or worker.poll() is not None:
            raise TimeoutError("nothing is downloaded")
        time.sleep(0.01)
    time.sleep(0.3)
    begin = time.monotonic()
    bench.run("ip", "route", "del", "default", "dev", "eth0")
    while is_connected(port):
        if time.monotonic() - begin > 5:
            raise TimeoutError("the connection stays")
    took = 1000 * (time.monotonic() - begin)
    bench.run(*FREE)
    return took


def is_connected(port: int) -> bool:
    """Whether there is a connection to the server's port that its program has not closed."""
    for line in Path("/proc/self/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[2].endswith(f":{port:04X}") and fields[3] == ESTABLISHED:
            return True
    return False
