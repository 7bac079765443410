# SPDX-License-Identifier: Apache-2.0
"""Counts what TCP carries over an interface: count-payload.py INTERFACE FILE.

FILE has one line: the bytes of payload in, those out, the segments, and the packets that could not be counted. Resets are
no segments here: when a connection is closed, the kernel answers what was still on its way to it, by the route of then.
"""

import os
import socket
import struct
import sys

INTERFACE, FILE = sys.argv[1:3]
OUTGOING, SOL_PACKET, STATISTICS = 4, 263, 6
RESET = 4


def payload(packet, version):
    """The length of what a segment carries; None if it is no segment of TCP, or a reset."""
    if version == 0x0800 and packet[9] == 6:
        end, start = struct.unpack_from(">H", packet, 2)[0], (packet[0] & 15) * 4
    elif version == 0x86DD and packet[6] == 6:
        end, start = 40 + struct.unpack_from(">H", packet, 4)[0], 40
    else:
        return None
    if packet[start + 13] & RESET:
        return None
    return end - start - (packet[start + 12] >> 4) * 4


packets = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
packets.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
packets.bind((INTERFACE, 3))
packets.settimeout(0.2)
counts, lost = [0, 0, 0], 0
file = os.open(FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
while True:
    os.pwrite(file, b"%d %d %d %d\n" % (*counts, lost), 0)
    try:
        packet, (_, version, kind, _, _) = packets.recvfrom(65536)
    except TimeoutError:
        # (Reading sets it back to nought.)
        lost += struct.unpack("II", packets.getsockopt(SOL_PACKET, STATISTICS, 8))[1]
        continue
    except OSError:
        # The interface is down, or gone.
        continue
    length = payload(packet, version)
    if length is not None:
        counts[kind == OUTGOING] += length
        counts[2] += 1
