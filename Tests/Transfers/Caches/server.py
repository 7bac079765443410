# SPDX-License-Identifier: Apache-2.0
"""A server on the loopback that answers as a row says, notes what it is asked, and can be gone."""

import dataclasses
import email.utils
import http.server
import threading
import time


def date(seconds=0):
    """The time of day in so many seconds, as HTTP writes it."""
    return email.utils.formatdate(time.time() + seconds, usegmt=True)


@dataclasses.dataclass
class Answer:
    """What the server answers. `length` and `chunks` are for what is wrong with it."""
    body: str = "first"
    fields: tuple = ()
    status: str = "200 OK"
    date: int = 0
    length: int | None = None
    chunks: bool = False

    def text(self):
        lines = [f"HTTP/1.1 {self.status}", "Connection: close", f"Date: {date(self.date)}"]
        lines += self.fields
        if self.chunks:
            # The last chunk is missing.
            lines.append("Transfer-Encoding: chunked")
            return "\r\n".join(lines) + f"\r\n\r\n{len(self.body):x}\r\n{self.body}\r\n"
        length = len(self.body) if self.length is None else self.length
        if not self.status.startswith(("304", "204")):
            lines.append(f"Content-Length: {length}")
        return "\r\n".join(lines) + "\r\n\r\n" + self.body


@dataclasses.dataclass
class Asked:
    """A request."""
    method: str
    path: str
    fields: dict

    @property
    def is_conditional(self):
        return bool({"if-none-match", "if-modified-since"} & self.fields.keys())


class Server:
    """Has a list of answers for each path. The last one is repeated; a function makes one of the request."""

    def __init__(self):
        self.lock = threading.Lock()
        self.answers = {}
        self.log = []
        self.port = 0
        self.come()

    def come(self):
        """Listens, at the same port each time."""
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self):
                self.raw_requestline = self.rfile.readline(65537)
                if self.raw_requestline and self.parse_request():
                    outer.answer(self)
                self.close_connection = True

        class Listener(http.server.ThreadingHTTPServer):
            request_queue_size = 128
            daemon_threads = True

            def handle_error(self, *_):
                """The client has gone."""

        self.listener = Listener(("127.0.0.1", self.port), Handler)
        self.port = self.listener.server_port
        threading.Thread(target=self.listener.serve_forever, args=(0.02,), daemon=True).start()

    def go(self):
        """Has all connections refused."""
        self.listener.shutdown()
        self.listener.server_close()

    def answer(self, handler):
        handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        fields = {name.lower(): value for name, value in handler.headers.items()}
        asked = Asked(handler.command, handler.path, fields)
        with self.lock:
            self.log.append(asked)
            answers = self.answers.get(handler.path, [Answer("none", status="404 Not Found")])
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
        answer = answer(asked) if callable(answer) else answer
        text = answer.text()
        if handler.command == "HEAD":
            text = text.split("\r\n\r\n")[0] + "\r\n\r\n"
        handler.wfile.write(text.encode())
        handler.wfile.flush()

    def serve(self, path, *answers):
        with self.lock:
            self.answers[path] = list(answers)

    def asked(self, path):
        """What was asked for a path, in order."""
        with self.lock:
            return [asked for asked in self.log if asked.path == path]

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"
