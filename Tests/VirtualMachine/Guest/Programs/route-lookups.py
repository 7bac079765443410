# SPDX-License-Identifier: Apache-2.0
"""Prints a line for each route that a program of this machine asks the kernel for (RTM_GETROUTE), as the
interface nlmon0 sees it."""

import socket
import struct

ETH_P_ALL, RTM_GETROUTE = 3, 26

monitor = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
monitor.bind(("nlmon0", 0))
while True:
    message = monitor.recv(65536)
    if len(message) >= 16 and struct.unpack_from("=IH", message)[1] == RTM_GETROUTE:
        print("RTM_GETROUTE", flush=True)
