# SPDX-License-Identifier: Apache-2.0
"""Where it is measured, and what is missing there."""

import os
import platform
import shutil

NEEDED = ["cc", "ip", "mount", "nsenter", "sysctl", "unshare"]


def missing() -> list[str]:
    return [program for program in NEEDED if not shutil.which(program)]


def describe() -> str:
    """The kernel and the number of processors; and whether they had other work."""
    load = os.getloadavg()[0]
    return f"Linux {platform.release()}, {os.cpu_count()} CPUs, load before {load:.1f}"
