# SPDX-License-Identifier: Apache-2.0
"""A queue of transfers in a temporary folder, a server for it, and what must hold at the end."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Failure(Exception):
    """What must not be."""


class Programs:
    """The programs of a build."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.transfer = folder / "reach-transfer"
        self.crash_at = folder / "crash-at"
        self.server = folder / "hostile-server"
        self.refuse = folder / "refuse-netlink"

    @property
    def missing(self):
        files = (self.transfer, self.crash_at, self.server, self.refuse)
        return [file.name for file in files if not os.access(file, os.X_OK)]


def content(version=1, size=300_000):
    """The bytes of a version of the server's file."""
    period = bytes((i * 31 + (i >> 8) + version * 17) & 255 for i in range(min(size, 65536)))
    return (period * (size // 65536 + 1))[:size]


class Server:
    """Tests/Programs/hostile-server, which two ports are of."""

    def __init__(self, programs, log):
        self.log = pathlib.Path(log)
        self.process = subprocess.Popen(
            [programs.server, "--log", log], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        self.port, self.other = map(int, self.process.stdout.readline().split())

    def url(self, key, first="-", then="-", name="file.bin", user=""):
        return f"http://{user}127.0.0.1:{self.port}/{key}/{first}/{then}/{name}"

    def requests(self, key):
        """What was asked, in order; each request as one text."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if line.startswith((f"GET /{key}/", f"GET /{key}-at/"))]

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class Place:
    """A folder with a store and the files that are downloaded."""

    def __init__(self, programs, under=None):
        self.programs = programs
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="transfers-", dir=under))
        self.store = self.folder / "store"
        self.files = self.folder / "files"
        self.files.mkdir()
        # Whether a scenario has ended its worker.
        self.crashed = False
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.lower().endswith("_proxy") and name not in ("REACH_STORE",)}
        self.environment |= {
            "XDG_CONFIG_HOME": "/nonexistent", "HOME": str(self.folder),
            "XDG_RUNTIME_DIR": str(self.folder),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def words(self, *words):
        """The words of a command on this store."""
        words = list(map(str, words))
        at = 2 if words[0] == "queue" else 1
        return [str(self.programs.transfer), *words[:at], "--store", str(self.store), *words[at:]]

    def start(self, words, **options):
        return subprocess.Popen(
            words, cwd=self.files, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    def run(self, words, *, expected=(0,), seconds=90):
        """Runs a command to its end."""
        process = self.start(words)
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failure(f"{' '.join(words[:3])} does not end") from None
        if expected is not None and process.returncode not in expected:
            raise Failure(f"{words[1:3]} ended with {process.returncode}: {errors[-600:]}")
        process.output, process.errors = output, errors
        return process

    def fetch(self, *words):
        return self.run(self.words("fetch", "--detach", *words))

    def work(self):
        """Runs a worker until nothing is left."""
        return self.run(self.words("queue", "run", "--until-empty"))

    def transfers(self):
        output = self.run(self.words("queue", "list", "--json")).output
        return [json.loads(line) for line in output.splitlines()]

    def show(self, number):
        output = self.run(self.words("queue", "show", number, "--json")).output
        return json.loads(output)

    # What must hold when all has ended.

    def check_events(self, transfer):
        """The events of a transfer tell all of its life, once."""
        events = self.show(transfer["id"])["events"]
        kinds = [event["event"] for event in events]
        numbers = [event["sequence"] for event in events]
        ends = [kind for kind in kinds if kind in ("finished", "failed", "cancelled")]
        if numbers != sorted(set(numbers)) or kinds[0] != "added" or ends != [transfer["state"]]:
            raise Failure(f"the events are wrong: {kinds}")
        if ends == ["finished"] and not {"started", "verified"} <= set(kinds):
            raise Failure(f"events are missing: {kinds}")
        return kinds

    def check_leftovers(self, *names, secrets=False):
        """Nothing is left but these files, and the secrets of one transfer if they are kept."""
        found = sorted(path.name for path in self.files.iterdir())
        if found != sorted(names):
            raise Failure(f"files: {found}, expected: {sorted(names)}")
        folder = self.store / "secrets"
        left = [path.name for path in folder.iterdir()] if folder.is_dir() else []
        if len(left) != (1 if secrets else 0):
            raise Failure(f"secrets are left: {left}")

    def check_file(self, name, expected):
        found = (self.files / name).read_bytes()
        if found != expected:
            same = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), None)
            raise Failure(f"{name} is wrong: {len(found)} bytes, differs at {same}")
