# SPDX-License-Identifier: Apache-2.0
"""A disk with a cache that loses power, as a server of the network block device protocol.

What was written is in the disk's cache until the machine flushes it. When the power is cut, some of what was not
flushed is lost, whatever its order. An emulator that is ended loses the machine's memory, and so what its programs
never synced; but it has handed over what they wrote without a flush. A real disk has not.
"""

import socket
import struct
import threading

BLOCK = 4096

# The protocol: https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md
READ, WRITE, DISCONNECT, FLUSH = range(4)
HAS_FLAGS, SENDS_FLUSH, SENDS_FUA = 1, 4, 8
FUA = 1
EXPORT_NAME, ABORT, INFO, GO = 1, 2, 6, 7
ACKNOWLEDGED, EXPORT, UNSUPPORTED = 1, 3, 0x80000001
INVALID = 22


class LossyDisk:
    """A disk in memory. One machine at a time uses it."""

    # What becomes of what was not flushed.
    FATES = ("all of it is lost", "any part of it is lost", "the end of it is lost", "nothing of it is lost")

    def __init__(self, content, path):
        self.durable = bytearray(content)
        self.seen = bytearray(content)
        self.unflushed = []
        self.lock = threading.Lock()
        self.is_on = False
        self.requests = 0
        self.last_request = None
        self.was_cut = threading.Event()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def switch_on(self):
        with self.lock:
            self.is_on = True
            self.requests = 0
            self.last_request = None
            self.was_cut.clear()

    def cut_at(self, number):
        """Cuts the power instead of the N-th write or flush from now on; None for never."""
        with self.lock:
            self.requests = 0
            self.last_request = number

    def cut(self):
        """Cuts the power now."""
        with self.lock:
            self.is_on = False
            self.was_cut.set()

    def lose(self, fate, chance):
        """What the machine will find. Returns how many blocks were not flushed, and how many of them are lost."""
        with self.lock:
            count = len(self.unflushed)
            kept = {
                self.FATES[0]: lambda: [],
                self.FATES[1]: lambda: [one for one in self.unflushed if chance.random() < 0.5],
                self.FATES[2]: lambda: self.unflushed[:chance.randint(0, count)],
                self.FATES[3]: lambda: list(self.unflushed),
            }[fate]()
            self.unflushed = kept
            self.flush()
            self.seen[:] = self.durable
            return count, count - len(kept)

    def flush(self):
        for offset, block in self.unflushed:
            self.durable[offset:offset + BLOCK] = block
        self.unflushed = []

    def counts(self):
        """Whether a write or flush may be carried out. The lock is held."""
        if not self.is_on:
            return False
        self.requests += 1
        if self.last_request is not None and self.requests >= self.last_request:
            self.is_on = False
            self.was_cut.set()
            return False
        return True

    def serve(self):
        while True:
            client, _ = self.listener.accept()
            threading.Thread(target=self.attend, args=(client,), daemon=True).start()

    def attend(self, client):
        try:
            if self.greet(client):
                while self.answer(client):
                    pass
            # A disk without power says nothing: not even that it has failed.
            while client.recv(65536):
                pass
        except (OSError, EOFError):
            pass
        client.close()

    def greet(self, client):
        flags = HAS_FLAGS | SENDS_FLUSH | SENDS_FUA
        client.sendall(b"NBDMAGICIHAVEOPT" + struct.pack(">H", 3))
        receive(client, 4)
        while True:
            _, option, length = struct.unpack(">8sII", receive(client, 16))
            receive(client, length)

            def reply(kind, content=b""):
                client.sendall(struct.pack(">QIII", 0x3E889045565A9, option, kind, len(content)) + content)

            if option == EXPORT_NAME:
                client.sendall(struct.pack(">QH", len(self.seen), flags))
                return True
            if option in (INFO, GO):
                reply(EXPORT, struct.pack(">HQH", 0, len(self.seen), flags))
                reply(ACKNOWLEDGED)
                if option == GO:
                    return True
            elif option == ABORT:
                reply(ACKNOWLEDGED)
                return False
            else:
                reply(UNSUPPORTED)

    def answer(self, client):
        """Answers a request. Returns False when there is no power, and at the end."""
        _, flags, kind, handle, offset, length = struct.unpack(">IHHQQI", receive(client, 28))
        content = receive(client, length) if kind == WRITE else b""
        error, result = 0, b""
        with self.lock:
            if kind == DISCONNECT or not self.is_on:
                return False
            if kind == READ:
                result = bytes(self.seen[offset:offset + length])
            elif kind == WRITE and offset % BLOCK == 0 and length % BLOCK == 0:
                if not self.counts():
                    # It may not have finished it.
                    self.remember(offset, content)
                    return False
                self.remember(offset, content)
                if flags & FUA:
                    self.flush()
            elif kind == FLUSH:
                if not self.counts():
                    return False
                self.flush()
            else:
                error = INVALID
        client.sendall(struct.pack(">IIQ", 0x67446698, error, handle) + result)
        return True

    def remember(self, offset, content):
        self.seen[offset:offset + len(content)] = content
        for start in range(0, len(content), BLOCK):
            self.unflushed.append((offset + start, content[start:start + BLOCK]))


def receive(client, length):
    parts = []
    while length:
        part = client.recv(min(length, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
