# SPDX-License-Identifier: Apache-2.0
"""The caches that are compared. Each one is a program that keeps what it stores in a folder."""

import dataclasses
import glob
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import threading

HERE = pathlib.Path(__file__).resolve().parent

# How long a program may take for an answer, in seconds.
PATIENCE = 600


@dataclasses.dataclass
class Got:
    """What a cache answers: `status` is `None` if it has no answer."""
    status: int | None
    body: str = ""
    fields: dict = dataclasses.field(default_factory=dict)
    error: str = ""


class Missing(Exception):
    """Why a cache cannot be compared."""


class Lines:
    """Lines or messages that a program writes, each one waited for with a deadline."""

    def __init__(self, read):
        self.messages = queue.Queue()
        threading.Thread(target=self.fill, args=(read,), daemon=True).start()

    def fill(self, read):
        try:
            while message := read():
                self.messages.put(message)
        except (OSError, ValueError):
            pass
        self.messages.put(None)

    def next(self):
        message = self.messages.get(timeout=PATIENCE)
        if message is None:
            raise EOFError
        return message


class LineProgram:
    """A cache behind a program that reads requests in lines, as Tests/Programs/ask-cache does."""

    def __init__(self, words, folder):
        self.words = [*map(str, words), str(folder)]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, start_new_session=True)
        self.lines = Lines(self.process.stdout.readline)

    def send(self, method, url, stored=False, body="", fields=None):
        named = [f"{name}: {value}" for name, value in (fields or {}).items()]
        parts = [method, url, "stored" if stored else "usual", body, *named]
        self.process.stdin.write("\t".join(parts) + "\n")
        self.process.stdin.flush()

    def receive(self):
        parts = self.lines.next().rstrip("\n").split("\t")
        if parts[0] == "error":
            return Got(None, error=parts[1])
        fields = dict(part.split(": ", 1) for part in parts[2:] if ": " in part)
        return Got(int(parts[0]), parts[1], {name.lower(): value for name, value in fields.items()})

    def ask(self, *words, **options):
        self.send(*words, **options)
        return self.receive()

    def stop(self):
        """Ends the program as its user does."""
        self.process.stdin.close()
        self.process.wait(PATIENCE)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


# Asks from a page, and answers with what came.
ASK = """(async (method, url, stored, body, headers) => {
  const options = {method, headers, cache: stored ? "only-if-cached" : "default", mode: "same-origin"};
  if (body) options.body = body;
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return {status: response.status, body: text, fields: Object.fromEntries(response.headers)};
  } catch (error) {
    return {status: null, error: String(error)};
  }
})"""


class Chromium:
    """A page in Chromium that fetches. It is driven by the DevTools protocol, over pipes."""

    PAGE = "/the-page"

    def __init__(self, program, folder, server):
        self.program, self.folder, self.server = program, folder, server
        self.start()

    def start(self):
        to_read, to_us = os.pipe()
        from_us, to_write = os.pipe()

        def arrange():
            # Chromium reads from 3 and writes to 4.
            high = [os.dup2(from_us, 60), os.dup2(to_us, 61)]
            for number, source in zip((3, 4), high):
                os.dup2(source, number)

        words = [
            self.program, "--headless=new", "--remote-debugging-pipe", "--no-first-run",
            "--disable-gpu", "--disable-dev-shm-usage", "--disable-component-update",
            "--disable-background-networking", "--disable-sync", "--no-proxy-server",
            f"--user-data-dir={self.folder}"]
        if os.geteuid() == 0:
            words.append("--no-sandbox")
        self.process = subprocess.Popen(
            [*words, "about:blank"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, pass_fds=(3, 4, from_us, to_us), preexec_fn=arrange,
            start_new_session=True)
        os.close(from_us)
        os.close(to_us)
        self.pipe = os.fdopen(to_write, "wb", buffering=0)
        reader = os.fdopen(to_read, "rb")
        self.lines = Lines(lambda: self.message(reader))
        self.number = 0
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.open_page()

    @staticmethod
    def message(reader):
        text = bytearray()
        while (byte := reader.read(1)) not in (b"", b"\0"):
            text += byte
        return bytes(text)

    def post(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.pipe.write(json.dumps(message).encode() + b"\0")
        return self.number

    def wait(self, number):
        while True:
            message = json.loads(self.lines.next())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message["result"]
            self.events.append(message)

    def call(self, method, session=None, **parameters):
        return self.wait(self.post(method, session, **parameters))

    def event(self, name):
        while True:
            for message in self.events:
                if message.get("method") == name:
                    self.events.remove(message)
                    return message["params"]
            self.events.append(json.loads(self.lines.next()))

    def open_page(self):
        """Opens a page of the server's, which need not be there for that."""
        url = self.server.url(self.PAGE)
        self.call("Fetch.enable", self.session, patterns=[{"urlPattern": url}])
        self.call("Page.enable", self.session)
        navigation = self.post("Page.navigate", self.session, url=url)
        paused = self.event("Fetch.requestPaused")
        self.call(
            "Fetch.fulfillRequest", self.session, requestId=paused["requestId"], responseCode=200,
            responseHeaders=[{"name": "Content-Type", "value": "text/html"}], body="")
        self.wait(navigation)
        self.event("Page.loadEventFired")
        self.call("Fetch.disable", self.session)

    def send(self, method, url, stored=False, body="", fields=None):
        words = ", ".join(map(json.dumps, (method, url, stored, body, fields or {})))
        self.asked = self.post(
            "Runtime.evaluate", self.session, expression=f"{ASK}({words})", awaitPromise=True,
            returnByValue=True)

    def receive(self):
        return Got(**self.wait(self.asked)["result"]["value"])

    def ask(self, *words, **options):
        self.send(*words, **options)
        return self.receive()

    def stop(self):
        try:
            self.call("Browser.close")
        except EOFError:
            pass
        self.process.wait(PATIENCE)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def output(*words):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    except OSError as error:
        raise Missing(str(error)) from None
    return done.stdout.strip() or done.stderr.strip()


class Makers:
    """Makes the clients by their names. Each raises `Missing` if it cannot be had."""

    def __init__(self, build, server):
        self.build, self.server = build, server
        self.jars = [f"/usr/share/java/{name}.jar" for name in ("okhttp", "okio")]

    def ask_cache(self):
        program = self.build / "ask-cache"
        if not os.access(program, os.X_OK):
            raise Missing(f"{program} is not built")
        return program

    def offline_answers(self, folder):
        return LineProgram([self.ask_cache(), "offline-answers"], folder)

    def url_cache(self, folder):
        return LineProgram([self.ask_cache(), "url-cache"], folder)

    def okhttp(self, folder):
        if not shutil.which("javac"):
            raise Missing("no javac (Debian: default-jdk-headless)")
        for jar in self.jars:
            if not os.path.exists(jar):
                raise Missing(f"no {jar} (Debian: libokhttp-java, libokio-java)")
        return LineProgram(["java", "-cp", ":".join(self.jars), HERE / "OkHttp.java"], folder)

    def chromium(self, folder):
        program = shutil.which("/usr/lib/chromium/chromium") or shutil.which("chromium")
        if not program:
            raise Missing("no chromium (Debian: chromium)")
        return Chromium(program, folder, self.server)

    def versions(self):
        """The versions of those that are there."""
        versions = {}
        for name, tell in {
            "URLCache": lambda: output("swift", "--version").splitlines()[0].split("(")[0].strip(),
            "okhttp": lambda: glob.glob("/usr/share/java/okhttp-[0-9]*.jar")[0].split("-")[-1][:-4],
            "Chromium": lambda: output("chromium", "--version").splitlines()[0].split(" built")[0],
        }.items():
            try:
                versions[name] = tell()
            except (Missing, IndexError):
                pass
        return versions
