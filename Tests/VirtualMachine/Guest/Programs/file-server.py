# SPDX-License-Identifier: Apache-2.0
"""Serves the files of a folder over HTTP, from where a request says: file-server.py ADDRESS FOLDER.

A piece at a time, with pauses, until there is a file named `hurry` in the folder.
"""

import http.server
import os
import sys
import time

ADDRESS, FOLDER = sys.argv[1:3]
PIECE = 16 << 10


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(FOLDER + self.path, "rb") as file:
            length = os.fstat(file.fileno()).st_size
            asked = self.headers.get("Range")  # bytes=FIRST-
            first = int(asked.split("=")[1].rstrip("-")) if asked else 0
            file.seek(first)
            self.send_response(206 if asked else 200)
            self.send_header("Content-Length", str(length - first))
            if asked:
                self.send_header("Content-Range", f"bytes {first}-{length - 1}/{length}")
            self.end_headers()
            while piece := file.read(PIECE):
                self.wfile.write(piece)
                if not os.path.exists(FOLDER + "/hurry"):
                    time.sleep(0.1)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer((ADDRESS, 80), Handler).serve_forever()
