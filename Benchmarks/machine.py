# SPDX-License-Identifier: Apache-2.0
"""Where it is measured, what is missing there, and whether it is quiet."""

import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

# What nothing can be measured without, and the Debian packages that it comes with.
NEEDED = {
    "cc": "gcc libc6-dev",
    "ip": "iproute2",
    "mount": "mount",
    "nsenter": "util-linux",
    "sysctl": "procps",
    "unshare": "util-linux",
}

# A case has user, network, mount and process namespaces of its own: whatever becomes of the program that
# starts it, the kernel ends all that runs in them, and takes away what was made.
UNSHARE = ["unshare", "-rnm", "--pid", "--fork", "--kill-child", "--mount-proc", "--"]


def settle_in() -> None:
    """What comes first in such namespaces."""
    # The user's settings and NetworkManager are not what is measured.
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nonexistent"
    os.environ["XDG_CONFIG_HOME"] = "/nonexistent"
    # The one that is there shows the interfaces of another namespace.
    subprocess.run(["mount", "-t", "sysfs", "sysfs", "/sys"], check=True)


def missing() -> dict[str, str]:
    return {name: packages for name, packages in NEEDED.items() if not shutil.which(name)}


def describe(reach: str) -> str:
    """What is measured, the kernel and the processors; and whether they had other work."""
    version = subprocess.run([reach, "--version"], capture_output=True, text=True, check=True)
    load = os.getloadavg()[0]
    kernel = f"Linux {platform.release()}, {os.cpu_count()} × {processor()}, load before {load:.1f}"
    # That costs every start a millisecond, and is not how it is given to users.
    is_dynamic = b"libswiftCore.so" in Path(reach).read_bytes()
    linkage = " (with a dynamic Swift runtime)" if is_dynamic else ""
    return f"reach {version.stdout.strip()}{linkage}, {kernel}"


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.machine()


def read_anew(programs: Iterable[str | Path]) -> None:
    """Removes programs from the page cache, so that the kernel reads them from the disk as after a boot.

    The page cache keeps a file in the pieces in which it was written. The size of the pieces decides how many
    pages the kernel maps at once, and so the time and the memory of a program."""
    for program in programs:
        file = os.open(program, os.O_RDONLY)
        try:
            # The kernel removes only what has been written to the disk.
            os.fsync(file)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(file)


def busy(seconds: float) -> float:
    """Which part of the processors' time has other work, over some time."""

    def ticks() -> tuple[int, int]:
        fields = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
        return sum(fields[:8]), fields[3] + fields[4]

    total, idle = ticks()
    time.sleep(seconds)
    later, later_idle = ticks()
    return 1 - (later_idle - idle) / max(1, later - total)


def await_quiet(seconds: float) -> float:
    """Waits until the machine has next to nothing to do, and not for ever: the kernel goes on tidying up
    after many routes or interfaces. Returns how busy it is."""
    end = time.monotonic() + seconds
    while (part := busy(0.5)) > 0.05 and time.monotonic() < end:
        pass
    return part
