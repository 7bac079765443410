# SPDX-License-Identifier: Apache-2.0
"""Uploads whose worker is ended at every change that it makes to a file, and a server for them.

As a program, `uploads.py PORT` is such a server on all addresses, which ends with its standard input. It prints how many
bytes it has whenever more come. Of the first PATCH of each place, if it is longer, it takes 100000 bytes, and then
nothing.
"""

import hashlib
import http.server
import sys
import threading

from crashes import Scenario
from place import Failure, content


class Uploads(http.server.BaseHTTPRequestHandler):
    """Takes files by PUT, and by tus 1.0.0 (creation, HEAD, PATCH)."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, **fields):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        for name, value in {"Tus_Resumable": "1.0.0", **fields}.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def do_OPTIONS(self):
        if self.path.startswith("/whole/"):
            return self.answer(405)
        return self.answer(204, Tus_Version="1.0.0", Tus_Extension="creation")

    def do_POST(self):
        with self.server.lock:
            place = f"{self.path}/{len(self.server.places)}"
            self.server.places[place] = b""
        self.answer(201, Location=place)

    def do_HEAD(self):
        if self.path not in self.server.places:
            return self.answer(404)
        return self.answer(200, Upload_Offset=len(self.server.places[self.path]))

    def take(self, count):
        """Keeps the content as it comes."""
        while count > 0:
            piece = self.rfile.read(min(count, 16 << 10))
            if not piece:
                return False
            self.server.places[self.path] += piece
            count -= len(piece)
            if self.server.tells:
                print(sum(map(len, self.server.places.values())), flush=True)
        return True

    def do_PATCH(self):
        with self.server.lock:
            if self.path in self.server.busy:
                return self.answer(423)
            self.server.busy.add(self.path)
        try:
            return self.append()
        finally:
            self.server.busy.remove(self.path)

    def append(self):
        known = len(self.server.places[self.path])
        if known != int(self.headers["Upload-Offset"]):
            return self.answer(409)
        rest = int(self.headers["Content-Length"])
        # The server of the tests of crashes cuts the first request of each place off. The program leaves it open, and reads
        # no more. The place is then free for another request.
        if known == 0 and rest > 100_000:
            self.take(100_000)
            if self.server.tells:
                self.server.busy.remove(self.path)
                threading.Event().wait()
            self.close_connection = True
            return None
        try:
            is_complete = self.take(rest)
        except OSError:
            is_complete = False
        self.close_connection = not is_complete
        return self.answer(204, Upload_Offset=known + rest) if is_complete else None

    def do_PUT(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.lock:
            self.server.places[self.path] = data
        return self.answer(201)


class UploadServer(http.server.ThreadingHTTPServer):
    """The server, with what it has by the addresses. It ends with the process."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port=0):
        super().__init__(("127.0.0.1" if port == 0 else "", port), Uploads)
        # The program tells how far uploads are.
        self.tells = port != 0
        self.places = {}
        self.busy = set()
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path, user=""):
        return f"http://{user}127.0.0.1:{self.server_port}{path}"

    def files(self, path):
        """The files that are complete below a path."""
        with self.lock:
            return [data for place, data in self.places.items() if f"{place}/".startswith(f"{path}/")]


SERVER = UploadServer()


class Upload(Scenario):
    name = "an upload by tus"
    size = 300_000
    path = "/tus"
    names = []
    # An event tells that the digest was right.
    words = ("--header", "X-Token: hidden", "--sha256", hashlib.sha256(content(1, 300_000)).hexdigest())

    def addition(self, place, server, key):
        (place.files / "sent.bin").write_bytes(content(1, self.size))
        return place.words(
            "upload", "--detach", *self.words, "sent.bin", SERVER.url(f"{self.path}/{key}", "me:hidden@"))

    def check(self, place, server, key):
        (place.files / "sent.bin").unlink()
        transfers = place.transfers()
        if [transfer["state"] for transfer in transfers] != ["finished"]:
            raise Failure(f"states: {[(one['state'], one['error']) for one in transfers]}")
        place.check_events(transfers[0])
        place.check_leftovers()
        files = SERVER.files(f"{self.path}/{key}")
        if [data for data in files if data] != [content(1, self.size)]:
            raise Failure(f"the server has {[len(data) for data in files]} bytes")
        for file in place.store.rglob("*"):
            if file.is_file() and b"hidden" in file.read_bytes():
                raise Failure(f"{file.name} has a secret")


class WholeUpload(Upload):
    name = "an upload by PUT"
    path = "/whole"


ALL = [Upload, WholeUpload]

if __name__ == "__main__":
    UploadServer(int(sys.argv[1]))
    sys.stdin.read()
