# SPDX-License-Identifier: Apache-2.0
"""NetworkManager and its bus, in the namespace of a case alone."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from measuring import Bench, until

MANAGER = """\
[main]
plugins=keyfile
dns=none
auth-polkit=false
no-auto-default=*
[device]
managed=1
"""

BUS = """\
<busconfig>
  <type>system</type>
  <listen>{address}</listen>
  <policy context="default">
    <allow own="*"/> <allow send_type="method_call"/> <allow send_type="signal"/>
    <allow send_requested_reply="true"/> <allow receive_requested_reply="true"/>
  </policy>
</busconfig>
"""


def is_there() -> bool:
    return all(map(shutil.which, ["NetworkManager", "nmcli", "dbus-daemon"]))


# Why a figure is missing where it is not.
ABSENT = "needs the Debian packages network-manager and dbus-daemon"


@contextmanager
def running(bench: Bench) -> Iterator[int]:
    """A bus and NetworkManager on it, in this namespace alone; gives the latter's process."""
    # Where /sys can be written to, it waits for udev, which there is none of.
    bench.run("mount", "-o", "remount,bind,ro", "/sys")
    for folder in ["/run", "/var/lib/NetworkManager", "/etc/NetworkManager"]:
        bench.run("mount", "-t", "tmpfs", "tmpfs", folder)
    Path("/run/NetworkManager").mkdir()
    Path("/etc/NetworkManager/NetworkManager.conf").write_text(MANAGER)
    address = f"unix:path={bench.folder}/bus"
    configuration = bench.folder / "bus.conf"
    configuration.write_text(BUS.format(address=address))
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = address
    words = ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"]
    with started(*words):
        until("the bus is there", (bench.folder / "bus").exists)
        with started("NetworkManager", "--no-daemon") as manager:
            until("NetworkManager answers", lambda: output(bench, "nmcli", "-t", "general"))
            yield manager.pid


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen]:
    """A program that runs as long as this is used."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def connect(bench: Bench, name: str) -> None:
    """An address and a default route."""
    devices = ["nmcli", "-t", "-f", "DEVICE", "device"]
    until(f"NetworkManager knows {name}", lambda: name in output(bench, *devices).split())
    add = "connection add type ethernet ipv4.method manual ipv4.addresses 192.0.2.7/24"
    add += " ipv4.gateway 192.0.2.1 ipv6.method disabled connection.metered no"
    words = ["nmcli", *add.split(), "ifname", name, "con-name", "uplink"]
    bench.run(*words, stdout=subprocess.DEVNULL)
    bench.run("nmcli", "connection", "up", "uplink", stdout=subprocess.DEVNULL)


def output(bench: Bench, *words: str) -> str:
    """What a command prints; nothing if it fails."""
    result = subprocess.run([*bench.entrance, *words], capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else ""
