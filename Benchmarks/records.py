# SPDX-License-Identifier: Apache-2.0
"""A year of records, as a recorder on a laptop would have written it."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

# The network changes every five minutes.
STEP = timedelta(minutes=5)
CHANGES_A_YEAR = 365 * 24 * 12
# The machine boots once a day.
CHANGES_A_BOOT = 24 * 12


def write_year(folder: Path, changes: int = CHANGES_A_YEAR) -> int:
    """Writes the files of the months up to now; returns the number of lines.

    Each change has the line about the path, and before it the one with the bytes that the former network carried. Of
    three networks, one has a plan. No line is of this boot, as after a start of the machine."""
    folder.mkdir(parents=True)
    now = datetime.now(timezone.utc).replace(microsecond=0)
    lines, file, month = 0, None, ""
    sums = {"wwan0": 0, "wlan0": 0}
    for number in range(changes):
        moment = now - STEP * (changes - number)
        # The files are those of months of local time.
        name = moment.astimezone().strftime("%Y-%m")
        if name != month:
            if file:
                file.close()
            file, month = (folder / f"{name}.jsonl").open("w"), name
        boot, position = divmod(number, CHANGES_A_BOOT)
        if position == 0:
            sums = {"wwan0": 0, "wlan0": 0}
        interface, ssid = [("wwan0", None), ("wlan0", "Home"), ("wlan0", "Office")][number % 3]
        uptime = 30 + position * STEP.total_seconds()
        head = {
            "schema": 1, "time": moment.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
            "boot": f"00000000-0000-4000-8000-{boot:012}", "uptime": uptime, "awake": uptime}
        row = _row(interface, ssid, sums, 0 if position == 0 else 100_000 + number)
        if position == 0:
            content = {"event": "start", "traffic": [row], "path": _path(interface, ssid)}
            file.write(json.dumps(head | content, separators=(",", ":")) + "\n")
            lines += 1
            continue
        traffic = {"event": "traffic", "traffic": [row]}
        change = {
            "event": "path", "changes": ["connection", "primary", "metered", "interfaces"],
            "path": _path(interface, ssid)}
        for content in (traffic, change):
            file.write(json.dumps(head | content, separators=(",", ":")) + "\n")
        lines += 2
    if file:
        file.close()
    return lines


def _row(interface: str, ssid: str | None, sums: dict[str, int], count: int) -> dict[str, Any]:
    sums[interface] += count
    is_wifi = ssid is not None
    return {
        "interface": interface, "index": 3 if is_wifi else 4, "type": "wifi" if is_wifi else "wwan",
        "ssid": ssid, "place": "home" if ssid == "Home" else None,
        "plan": None if is_wifi else "LTE", "metered": "guessNo" if is_wifi else "yes",
        "received": count, "sent": 0,
        "counters": {"received": 5_000_000 + sums[interface], "sent": 100_000}}


def _path(interface: str, ssid: str | None) -> dict[str, Any]:
    """A path as a laptop with three interfaces has it: 2 KB."""
    metered = {
        "value": "guessNo" if ssid else "yes", "isExpensive": not ssid,
        "source": "interfaceType", "detail": "Wi-Fi is usually not metered"}
    interfaces = [_interface(name, name == interface, ssid, metered) for name in ("wlan0", "wwan0", "eth0")]
    return {
        "status": "satisfied", "unsatisfiedReason": None,
        "connectivity": {"value": "unknown", "source": "none", "portal": None},
        "place": None, "plan": None, "isRoaming": None, "connection": "wifi" if ssid else "wwan",
        "primary": interface, "underlay": [], "isVPN": False, "isDegraded": False,
        "isConstrained": False, "supportsIPv4": True, "supportsIPv6": False, "supportsDNS": True,
        "gateways": ["192.0.2.1"], "metered": metered, "interfaces": interfaces}


def _interface(name: str, carries: bool, ssid: str | None, metered: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name, "index": 3, "type": {"wl": "wifi", "ww": "wwan"}.get(name[:2], "ethernet"),
        "kind": None, "ssid": ssid if carries else None, "isVirtual": False, "isUp": True,
        "hasCarrier": carries, "operationalState": "up", "mtu": 1500,
        "hardwareAddress": "02:00:00:00:00:01",
        "addresses": [
            {"address": "192.0.2.7", "prefixLength": 24, "scope": "global", "flags": ["permanent"]},
            {"address": "fe80::1", "prefixLength": 64, "scope": "link", "flags": ["permanent"]}],
        "lowerInterfaces": [], "carriesIPv4": carries, "carriesIPv6": False, "metered": metered,
        "confidence": "high", "isRoaming": None}
