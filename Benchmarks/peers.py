# SPDX-License-Identifier: Apache-2.0
"""The programs that reach is measured beside, as far as they are on this machine."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

# Debian's own Python is the one that Debian's packages are for.
PYTHONS = ["/usr/bin/python3", "python3"]


@dataclass(frozen=True)
class Peer:
    name: str
    # The Debian packages that it comes with.
    packages: str
    is_there: bool


def pkg_config(*words: str) -> list[str] | None:
    """What pkg-config answers; nothing if it does not know."""
    if not shutil.which("pkg-config"):
        return None
    result = subprocess.run(["pkg-config", *words], capture_output=True, text=True)
    return result.stdout.split() if result.returncode == 0 else None


def python_with_pyroute2() -> str | None:
    for python in PYTHONS:
        if not shutil.which(python):
            continue
        words = [python, "-c", "import pyroute2"]
        if subprocess.run(words, stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


def has_all(*programs: str) -> bool:
    return all(shutil.which(program) for program in programs)


def peers() -> list[Peer]:
    """All but `ip`, without which nothing can be measured."""
    has_gio = pkg_config("--exists", "gio-2.0") is not None
    has_manager = has_all("NetworkManager", "nmcli", "dbus-daemon")
    return [
        Peer("NetworkManager", "network-manager dbus-daemon", has_manager),
        Peer("networkctl", "systemd", has_all("networkctl")),
        Peer("GNetworkMonitor", "libglib2.0-dev pkg-config", has_gio),
        Peer("pyroute2", "python3-pyroute2", python_with_pyroute2() is not None),
    ]


@dataclass(frozen=True)
class Watcher:
    """A program that tells changes of the path."""

    command: list[str]
    # What stopwatch must know of it.
    options: tuple[str, ...] = ()


# A peer may be deaf: it is not waited for as long as reach.
PATIENCE = ("--patience", "1000")

# The words of `ip monitor`, by kind of change.
IP_WORDS = {
    "route": ("default via", "Deleted default"),
    "carrier": (
        "eth0@eth0-far: <BROADCAST,MULTICAST,UP,LOWER_UP>",
        "eth0@eth0-far: <NO-CARRIER",
    ),
}


def peer_watchers(folder: Path, programs: Path, kind: str) -> dict[str, Watcher]:
    """Those peers that tell changes of a kind, by what they call themselves."""
    watchers = {}
    if kind in IP_WORDS:
        options = ("--words", *IP_WORDS[kind], *PATIENCE)
        watchers["ip monitor"] = Watcher(["ip", "monitor", "link", "route"], options)
    if os.access(folder / "gnetworkmonitor", os.X_OK):
        command = [str(folder / "gnetworkmonitor"), "watch"]
        watchers["GNetworkMonitor"] = Watcher(command, PATIENCE)
    if python := python_with_pyroute2():
        command = [python, str(programs / "pyroute2-watch.py"), "watch"]
        watchers["pyroute2"] = Watcher(command, PATIENCE)
    return watchers
