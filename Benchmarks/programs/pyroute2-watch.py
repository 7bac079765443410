# SPDX-License-Identifier: Apache-2.0
"""What a program with pyroute2 tells: whether there is a default route, over an interface with carrier.

    pyroute2-watch.py status    a line of JSON
    pyroute2-watch.py watch     a line at the beginning, and one for each change
"""

import errno
import os
import sys

from pyroute2 import IPRoute
from pyroute2.netlink.exceptions import NetlinkError

IFF_LOWER_UP = 0x10000


def attribute(message, name):
    return dict(message["attrs"]).get(name)


class Network:
    def __init__(self, ip: IPRoute) -> None:
        self.ip = ip
        self.read()

    def read(self) -> None:
        self.routes = set()
        self.alive = set()
        for message in self.ip.get_links():
            self.take(message)
        # Not the whole table, which may be long.
        for message in self.ip.route("dump", table=254, dst_len=0, family=2):
            if message["dst_len"] == 0:
                self.take(message)

    def take(self, message) -> None:
        kind = message["event"]
        if kind in ("RTM_NEWLINK", "RTM_DELLINK"):
            there = kind == "RTM_NEWLINK" and message["flags"] & IFF_LOWER_UP
            (self.alive.add if there else self.alive.discard)(message["index"])
        elif kind in ("RTM_NEWROUTE", "RTM_DELROUTE") and message["dst_len"] == 0:
            route = (message["family"], attribute(message, "RTA_OIF"))
            (self.routes.add if kind == "RTM_NEWROUTE" else self.routes.discard)(route)

    @property
    def status(self) -> str:
        return "satisfied" if any(i in self.alive for _, i in self.routes) else "unsatisfied"


def tell(event: str, status: str) -> None:
    os.write(1, f'{{"event":"{event}","status":"{status}"}}\n'.encode())


def main() -> None:
    with IPRoute() as ip, IPRoute() as asking:
        watching = sys.argv[1:] == ["watch"]
        if watching:
            ip.bind()
        network = Network(asking)
        told = network.status
        tell("initial", told)
        while watching:
            try:
                messages = ip.get()
            except (OSError, NetlinkError) as error:
                if getattr(error, "errno", error.args[0]) != errno.ENOBUFS:
                    raise
                network.read()
                messages = []
            for message in messages:
                network.take(message)
                if network.status != told:
                    told = network.status
                    tell("change", told)


main()
