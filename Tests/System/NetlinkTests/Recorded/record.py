#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records the kernel's netlink messages as the decoder's tests need them.

Prints a line for each message: a label, a space, the message's bytes in hexadecimal. The labels are
the kind of message and what it is about: `link eth0`, `address eth0 192.0.2.7`, `rule 32765 ipv4`,
`route 198.41.0.4 fibmatch`.

    unshare -rnm -- sh -c 'SETUP; python3 record.py [--lookups] [LOOKUP...]'
    unshare -rnm -- sh -c 'SETUP; python3 record.py --neighbors COMMAND'

With --lookups, only those of the lookups. With --neighbors, only the events about neighbors while a shell command
runs: `neighbor eth0 192.0.2.1 0x2 added`, with the state.

LOOKUP is an address, with `,fibmatch`, `,oif=NAME`, `,mark=N` or `,from=ADDRESS` behind it.
"""
import ipaddress
import os
import socket
import struct
import subprocess
import sys

NETLINK_ROUTE, NETLINK_GENERIC = 0, 16
REQUEST, DUMP = 1, 0x300
RTM_GETLINK, RTM_GETADDR, RTM_GETROUTE, RTM_GETRULE = 18, 22, 26, 34
SKIP_STATS, FIB_MATCH = 8, 0x2000


def attribute(kind, payload):
    data = struct.pack("=HH", len(payload) + 4, kind) + payload
    return data + bytes(-len(data) % 4)


def attributes(data):
    found = {}
    while len(data) >= 4:
        length, kind = struct.unpack_from("=HH", data)
        if length < 4:
            break
        found[kind & 0x3FFF] = data[4:length]
        data = data[(length + 3) & ~3:]
    return found


def ask(protocol, kind, flags, body):
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol) as s:
        s.bind((0, 0))
        s.send(struct.pack("=IHHII", 16 + len(body), kind, REQUEST | flags, 1, 0) + body)
        while True:
            data = s.recv(1 << 17)
            while data:
                length, kind, _, _, _ = struct.unpack_from("=IHHII", data)
                if kind == 3:
                    return
                yield kind, data[:length]
                if not flags & DUMP:
                    return
                data = data[(length + 3) & ~3:]


def text(value):
    return value.rstrip(b"\0").decode(errors="replace")


def show(label, message):
    print(label, message.hex())


if sys.argv[1:2] == ["--neighbors"]:
    RTNLGRP_NEIGH, RTM_NEWNEIGH = 3, 28
    names = dict((i, n) for i, n in socket.if_nameindex())
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_ROUTE) as s:
        s.bind((0, 1 << (RTNLGRP_NEIGH - 1)))
        subprocess.run(sys.argv[2], shell=True, check=True)
        s.setblocking(False)
        while True:
            try:
                m = s.recv(1 << 16)
            except BlockingIOError:
                sys.exit()
            _, kind, _, _, _, family, index, state = struct.unpack_from("=IHHIIBxxxIH", m)
            address = attributes(m[28:]).get(1, b"")
            subject = ipaddress.ip_address(address) if len(address) in (4, 16) else "family %d" % family
            what = "added" if kind == RTM_NEWNEIGH else "removed"
            show("neighbor %s %s 0x%x %s" % (names[index], subject, state, what), m)

lookups = sys.argv[1:]
everything = lookups[:1] != ["--lookups"]
if not everything:
    del lookups[0]

for kind, m in () if not everything else ask(NETLINK_ROUTE, RTM_GETLINK, DUMP,
                                  bytes(16) + attribute(29, struct.pack("=I", SKIP_STATS))):
    show("link " + text(attributes(m[32:])[3]), m)

names = dict((i, n) for i, n in socket.if_nameindex())
for kind, m in () if not everything else ask(NETLINK_ROUTE, RTM_GETADDR, DUMP, bytes(8)):
    family, _, _, _, index = struct.unpack_from("=BBBBI", m, 16)
    a = attributes(m[24:])
    show("address %s %s" % (names[index], ipaddress.ip_address(a.get(2, a.get(1)))), m)

for kind, m in () if not everything else ask(NETLINK_ROUTE, RTM_GETRULE, DUMP, bytes(12)):
    priority = struct.unpack("=I", attributes(m[28:]).get(6, bytes(4)))[0]
    show("rule %d %s" % (priority, {2: "ipv4", 10: "ipv6"}.get(m[16], m[16])), m)

for lookup in lookups:
    words = lookup.split(",")
    address = ipaddress.ip_address(words[0])
    flags, source, extra = 0, b"", b""
    for word in words[1:]:
        key, _, value = word.partition("=")
        if key == "fibmatch":
            flags = FIB_MATCH
        elif key == "oif":
            extra += attribute(4, struct.pack("=I", socket.if_nametoindex(value)))
        elif key == "mark":
            extra += attribute(16, struct.pack("=I", int(value, 0)))
        elif key == "from":
            source = ipaddress.ip_address(value).packed
            extra += attribute(2, source)
    header = struct.pack("=BBBBBBBBI", 2 if address.version == 4 else 10,
                         address.max_prefixlen, len(source) * 8, 0, 0, 0, 0, 0, flags)
    body = header + attribute(1, address.packed) + extra
    for kind, m in ask(NETLINK_ROUTE, RTM_GETROUTE, 0, body):
        show(("route " if kind == 24 else "refusal ") + " ".join(words), m)

# Wi-Fi interfaces, where there are any.
families = list(ask(NETLINK_GENERIC, 16, 0, b"\3\1\0\0" + attribute(2, b"nl80211\0")))
if families and families[0][0] == 16:
    family = struct.unpack("=H", attributes(families[0][1][20:])[1])[0]
    for kind, m in ask(NETLINK_GENERIC, family, DUMP, b"\5\0\0\0"):
        show("wireless " + text(attributes(m[20:]).get(4, b"?")), m)
