# SPDX-License-Identifier: Apache-2.0
"""A web server: server.py FOLDER ADDRESS PORT. It prints its port, serves any path, and keeps what is uploaded in the folder."""

import http.server
import os
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"1"')
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self):
        if self.path == "/generate_204":
            return self.answer(204)
        self.answer(200, f"content of {self.path}\n".encode() * 1000)

    do_HEAD = do_GET

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(os.path.join(sys.argv[1], os.path.basename(self.path)), "wb") as file:
            file.write(body)
        self.answer(201)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer((sys.argv[2], int(sys.argv[3])), Handler)
print(server.server_port, flush=True)
server.serve_forever()
