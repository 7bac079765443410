# SPDX-License-Identifier: Apache-2.0
"""Joins the controllers hci0 and hci1, and makes a network connection between them: bnep0, bnep1."""

import fcntl
import signal
import socket
import struct
import subprocess

# From linux/bluetooth: the PSM of BNEP, its roles, and its only request of use here.
PSM, USER, ACCESS_POINT = 15, 0x1115, 0x1116
BTPROTO_BNEP, BNEPCONNADD = 4, 0x400442C8


def address(controller: str) -> str:
    printed = subprocess.run(["hciconfig", controller], capture_output=True, text=True, check=True)
    return printed.stdout.split("BD Address: ")[1].split()[0]


def channel() -> socket.socket:
    return socket.socket(socket.AF_BLUETOOTH, socket.SOCK_SEQPACKET, socket.BTPROTO_L2CAP)


def connect(session: socket.socket, role: int, name: bytes) -> None:
    control = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW, BTPROTO_BNEP)
    fcntl.ioctl(control, BNEPCONNADD, struct.pack("iIH16s", session.fileno(), 0, role, name))


far = channel()
far.bind((address("hci1"), PSM))
far.listen(1)
near = channel()
near.bind((address("hci0"), 0))
near.connect((address("hci1"), PSM))
accepted, _ = far.accept()
connect(near, USER, b"bnep0")
connect(accepted, ACCESS_POINT, b"bnep1")
signal.pause()
