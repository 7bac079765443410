# SPDX-License-Identifier: Apache-2.0
"""Plays a USB device that the kernel's gadget code does not know: usb-device.py iphone|mbim PORT.

An iPhone that shares its connection (ipheth), or a modem as most are that are sold now (cdc_mbim). Its own
end of the line is the interface usb0, at 192.168.42.1.
"""

import ctypes
import os
import struct
import subprocess
import sys
import threading

KIND, UDC = sys.argv[1:3]
libc = ctypes.CDLL(None, use_errno=True)

def ioctl(fd, request, buffer=None):
    """fcntl.ioctl, but never holding the interpreter's lock while it blocks."""
    arg = (ctypes.c_char * len(buffer)).from_buffer(buffer) if buffer else None
    result = libc.ioctl(fd, ctypes.c_ulong(request), arg)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result

def code(direction, number, size):
    return direction << 30 | size << 16 | ord("U") << 8 | number
INIT, RUN, FETCH = code(1, 0, 257), code(0, 1, 0), code(2, 2, 8)
EP0_WRITE, EP0_READ, EP_ENABLE = code(1, 3, 8), code(3, 4, 8), code(1, 5, 9)
EP_WRITE, EP_READ, CONFIGURE = code(1, 7, 8), code(3, 8, 8), code(0, 9, 0)
EP0_STALL = code(0, 12, 0)

def interface(number, alt, endpoints, cls, sub, proto):
    return bytes([9, 4, number, alt, endpoints, cls, sub, proto, 0])
def endpoint(address, kind, size, interval=0):
    return struct.pack("<BBBBHB", 7, 5, address, kind, size, interval)
BULK_IN, BULK_OUT = endpoint(0x81, 2, 512), endpoint(0x02, 2, 512)
STATUS = endpoint(0x85, 3, 16, 9)

if KIND == "iphone":
    IDS, STRINGS, COUNT = (0x05AC, 0x12A8), ["Apple Inc.", "iPhone", "0001"], 3
    ENDPOINTS = [BULK_IN, BULK_OUT]
    BODY = (interface(0, 0, 0, 6, 1, 1) + interface(1, 0, 0, 255, 254, 2)
            + interface(2, 0, 0, 255, 253, 1)
            + interface(2, 1, 2, 255, 253, 1) + BULK_IN + BULK_OUT)
elif KIND == "mbim":
    IDS, STRINGS, COUNT = (0x1199, 0x9071), ["Test", "MBIM modem", "0001"], 2
    ENDPOINTS = [STATUS, BULK_IN, BULK_OUT]
    BODY = (bytes([8, 11, 0, 2, 2, 14, 0, 0])
            + interface(0, 0, 1, 2, 14, 0)
            + bytes([5, 36, 0, 0x20, 1]) + bytes([5, 36, 6, 0, 1])
            + struct.pack("<BBBHHBBHB", 12, 36, 0x1B, 0x0100, 1024, 16, 64, 1500, 0)
            + STATUS
            + interface(1, 0, 0, 10, 0, 2)
            + interface(1, 1, 2, 10, 0, 2) + BULK_IN + BULK_OUT)
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x200, 0, 0, 0, 64, *IDS, 0x100, 1, 2, 3, 1)
CONFIG = struct.pack("<BBHBBBBB", 9, 2, 9 + len(BODY), COUNT, 1, 0, 0xC0, 250) + BODY
QUALIFIER = struct.pack("<BBHBBBBBB", 10, 6, 0x200, 0, 0, 0, 64, 1, 0)
# length, formats, then for each direction: largest block, divisor, remainder, alignment
NTB = struct.pack("<HHIHHHHIHHHH", 28, 1, 2048, 4, 0, 4, 0, 2048, 4, 0, 4, 1)

def string(index):
    if index == 0:
        return bytes([4, 3, 9, 4])
    text = STRINGS[index - 1].encode("utf-16-le")
    return bytes([2 + len(text), 3]) + text

def line():
    """This end's own interface: frames for the phone, bare packets for the modem."""
    fd = os.open("/dev/net/tun", os.O_RDWR)
    ioctl(fd, 0x400454CA, bytearray(struct.pack("16sH22x", b"usb0", (2 if KIND == "iphone" else 1) | 0x1000)))
    subprocess.run(["ip", "address", "add", "192.168.42.1/24", "dev", "usb0"], check=True)
    subprocess.run(["ip", "link", "set", "usb0", "up"], check=True)
    return fd

raw = os.open("/dev/raw-gadget", os.O_RDWR)
ioctl(raw, INIT, bytearray(struct.pack("128s128sB", UDC.rsplit(".", 1)[0].encode(), UDC.encode(), 3)))
ioctl(raw, RUN)

def io(request, ep, data):
    buffer = bytearray(struct.pack("<HHI", ep, 0, len(data)) + data)
    count = ioctl(raw, request, buffer)
    return bytes(buffer[8:8 + count])

sequence = 0
def wrap(packet):
    global sequence
    if KIND == "iphone":
        return b"\0\0" + packet
    sequence = (sequence + 1) & 0xFFFF
    return (struct.pack("<4sHHHH", b"NCMH", 12, sequence, 28 + len(packet), 12)
            + struct.pack("<4sHHHHHH", b"IPS\0", 16, 0, 28, len(packet), 0, 0) + packet)

def unwrap(block):
    if KIND == "iphone":
        return [block]
    if block[:4] != b"NCMH":
        return []
    found, at = [], struct.unpack_from("<H", block, 10)[0]
    at += 8
    while at + 4 <= len(block):
        start, length = struct.unpack_from("<HH", block, at)
        if not start or not length:
            break
        found.append(block[start:start + length])
        at += 4
    return found

def towards_host(ep, tun):
    if KIND == "iphone":  # the driver takes a first frame for "the phone trusts us"
        io(EP_WRITE, ep, wrap(b"\xff" * 6 + b"\2\0\0\0\0\1" + b"\x88\xb5" + b"\0" * 46))
    while True:
        data = wrap(os.read(tun, 2000))
        io(EP_WRITE, ep, data)

def towards_line(ep, tun):
    while True:
        for packet in unwrap(io(EP_READ, ep, bytes(4096))):
            try:
                os.write(tun, packet)
            except OSError:
                pass

configured = False
def configure():
    """Once: a host that sets the configuration again finds the endpoints as they were."""
    global configured
    if configured:
        return
    configured = True
    handles = [ioctl(raw, EP_ENABLE, bytearray(e + b"\0\0")) for e in ENDPOINTS]
    ioctl(raw, CONFIGURE)
    tun = line()
    threading.Thread(target=towards_host, args=(handles[-2], tun), daemon=True).start()
    threading.Thread(target=towards_line, args=(handles[-1], tun), daemon=True).start()

def answer(kind, request, value):
    """What a request to the device gets: bytes in, b"" for done, None for refused."""
    if (kind, request) == (0x80, 6):
        return {1: lambda: DEVICE, 2: lambda: CONFIG, 3: lambda: string(value & 255),
                6: lambda: QUALIFIER}.get(value >> 8, lambda: None)()
    if (kind, request) == (0, 9):
        configure()
        return b""
    if (kind, request) in ((1, 11), (0x21, 0), (0x21, 0x86), (0x21, 0x84), (0x21, 0x8A)):
        return b""
    if (kind, request) == (0xA1, 0x80):
        return NTB
    if (kind, request) == (0xC0, 0):
        return bytes.fromhex("000393000001")
    if (kind, request) == (0xC0, 0x45):
        return b"\4"
    return None

while True:
    event = bytearray(struct.pack("<II", 0, 8) + bytes(8))
    ioctl(raw, FETCH, event)
    if struct.unpack_from("<I", event)[0] != 2:
        continue
    kind, request, value, index, length = struct.unpack("<BBHHH", event[8:])
    reply = answer(kind, request, value)
    try:
        if reply is None:
            ioctl(raw, EP0_STALL)
        elif kind & 0x80:
            io(EP0_WRITE, 0, reply[:length])
        else:
            io(EP0_READ, 0, bytes(length))
    except OSError as error:
        print(error, flush=True)
