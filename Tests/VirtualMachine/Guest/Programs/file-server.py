# SPDX-License-Identifier: Apache-2.0
"""Serves the files of a folder over HTTP, from where a request says: file-server.py ADDRESS FOLDER [LOG].

A piece at a time, with pauses, until there is a file named `hurry` in the folder. Each file has a strong validator,
which does not change when the server starts again. LOG gets two lines for each request: `begin FIRST /NAME` when the
answer begins (FIRST is `-` without a range), and `end BYTES /NAME` when the connection is closed. It is as small as it
can be, because the machine that it runs in is slow.
"""

import os
import signal
import socket
import sys
import time
import zlib

ADDRESS, FOLDER = sys.argv[1:3]
LOG = open(sys.argv[3], "a", buffering=1) if sys.argv[3:] else None
PIECE = 16 << 10


def log(text):
    if LOG:
        LOG.write(text + "\n")


def answer(connection):
    """Answers one request."""
    text = b""
    while b"\r\n\r\n" not in text:
        more = connection.recv(65536)
        if not more:
            return
        text += more
    request, *lines = text.decode("latin-1").split("\r\n\r\n")[0].split("\r\n")
    name = request.split(" ")[1].split("?")[0]
    headers = {key.lower(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    try:
        with open(FOLDER + name, "rb") as file:
            content = file.read()
    except OSError:
        connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        return
    tag = f'"{zlib.crc32(content):08x}"'
    asked = headers.get("range")  # bytes=FIRST-
    if headers.get("if-range", tag) != tag:
        asked = None
    first = int(asked.split("=")[1].rstrip("-")) if asked else 0
    log(f"begin {first if asked else '-'} {name}")
    head = [
        "HTTP/1.1 206 Partial Content" if asked else "HTTP/1.1 200 OK",
        f"Content-Length: {len(content) - first}", f"ETag: {tag}", "Accept-Ranges: bytes",
        "Content-Type: application/octet-stream", "Connection: close"]
    if asked:
        head.append(f"Content-Range: bytes {first}-{len(content) - 1}/{len(content)}")
    sent = 0
    try:
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        if request.startswith("HEAD"):
            return
        while first + sent < len(content):
            piece = content[first + sent:first + sent + PIECE]
            connection.sendall(piece)
            sent += len(piece)
            if not os.path.exists(FOLDER + "/hurry"):
                time.sleep(0.1)
    finally:
        log(f"end {sent} {name}")


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
server = socket.create_server((ADDRESS, 80), backlog=16)
while True:
    client, _ = server.accept()
    if os.fork() == 0:
        server.close()
        try:
            answer(client)
        except OSError:
            pass
        os._exit(0)
    client.close()
