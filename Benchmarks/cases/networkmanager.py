# SPDX-License-Identifier: Apache-2.0
"""A look at the network beside NetworkManager, which is asked what it costs; and what its own command
takes, and systemd's."""

import shutil

import network_manager
from looks import memory, times
from measuring import Bench, until
from report import Report

CASE = "networkmanager"


def measure(bench: Bench, report: Report) -> None:
    if not network_manager.is_there():
        report.absent(CASE, "time / nmcli's", network_manager.ABSENT)
        return
    with network_manager.running(bench):
        bench.run("sysctl", "-qw", "net.ipv6.conf.default.disable_ipv6=1")
        bench.run("ip", "link", "set", "lo", "up")
        bench.cable("eth0")
        network_manager.connect(bench, "eth0")
        reach = [bench.reach, "status", "--json"]
        until(
            "reach hears NetworkManager",
            lambda: "networkManager" in network_manager.output(bench, *reach))
        count = 10 if bench.quick else 100
        runs = bench.launch(count, {"reach": reach, "nmcli": ["nmcli", "-t", "general"]})
        title = "status --json beside NetworkManager"
        times(report, CASE, f"{title}: time / nmcli -t general's", runs, "nmcli", 0.5)
        memory(report, CASE, f"{title}: peak memory / nmcli's", runs, "nmcli")
        # It asks systemd-networkd by the bus, and the kernel.
        figure = f"{title}: time / networkctl list's"
        if shutil.which("networkctl"):
            words = ["networkctl", "--no-pager", "--no-legend", "list"]
            runs = bench.launch(count, {"reach": reach, "networkctl": words})
            times(report, CASE, figure, runs, "networkctl")
        else:
            report.absent(CASE, figure, "needs the Debian package systemd")
