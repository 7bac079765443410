# SPDX-License-Identifier: Apache-2.0
"""A link that concerns no path goes down and up beside many interfaces, a fifth of which are up with link-local
addresses: what a message about it costs. Once the link is switched off and on each millisecond; once its other end is,
and the watcher has no processor of its own."""

import os
import time
from contextlib import ExitStack

from cases.interfaces import add_interfaces, listen, tell
from measuring import Bench
from report import Report

RUNS = {"beside": 13}
RUNS_OF_FLAPS = {"flap": 5}


def measure(bench: Bench, report: Report) -> None:
    sizes = (100, 1_000) if bench.quick else (1_000, 10_000)
    with ExitStack() as stack:
        # In a namespace each, so that they can be measured in turns.
        places = {size: stack.enter_context(bench.elsewhere()) for size in sizes}
        for size, place in places.items():
            place.network()
            add_interfaces(place, size - size // 5)
            use_link_local_addresses(place)
            add_interfaces(place, size // 5, first=size, up=True)
        # The kernel is still busy with the addresses.
        time.sleep(1 if bench.quick else 10)
        # A program that asks for the kernel's lock here, on another processor, spins for it, which counts as CPU time:
        # the kernel holds it while it walks all IPv6 routes because of the link.
        flaps = listen(bench, places, RUNS_OF_FLAPS, pause=1000)
        # On the same processor it sleeps.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        costs = listen(bench, places, RUNS)
    tell(report, "flapping", sizes, flaps, bounds=(5.0, 1.5))
    tell(report, "flapping", sizes, costs, bounds=(2.0, 1.5))


def use_link_local_addresses(place: Bench) -> None:
    """Gives each interface that is added from now on an IPv6 address as soon as it is up, at once and in silence."""
    for setting in ["accept_dad=0", "router_solicitations=0", "disable_ipv6=0"]:
        place.run("sysctl", "-qw", f"net.ipv6.conf.default.{setting}")
