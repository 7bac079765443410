# SPDX-License-Identifier: Apache-2.0
"""Where it is measured, and what is missing there."""

import os
import platform
import shutil
import subprocess

NEEDED = ["cc", "ip", "mount", "nsenter", "sysctl", "unshare"]


def missing() -> list[str]:
    return [program for program in NEEDED if not shutil.which(program)]


def describe(reach: str) -> str:
    """What is measured, the kernel and the number of processors; and whether they had other work."""
    version = subprocess.run([reach, "--version"], capture_output=True, text=True, check=True)
    load = os.getloadavg()[0]
    kernel = f"Linux {platform.release()}, {os.cpu_count()} CPUs, load before {load:.1f}"
    return f"reach {version.stdout.strip()}, {kernel}"
