# SPDX-License-Identifier: Apache-2.0
"""Scenarios whose worker (or command) is ended at every change that it makes to a file."""

import hashlib
import re

from place import Failure, content


class Scenario:
    """A download. What is ended at a point is the worker; `again` repairs it."""

    name = "a small file"
    first = then = "size=20000"
    size, version = 20_000, 1
    words = ()
    command = ()
    state = "finished"
    user = ""
    # One that has failed can be tried again, with its secrets, until it is acknowledged.
    keeps_secrets = False

    def url(self, server, key):
        return server.url(key, self.first, self.then, user=self.user)

    def addition(self, place, server, key):
        return place.words(
            "fetch", "--detach", *self.words, "-o", "file.bin", self.url(server, key), *self.command)

    def prepare(self, place, server, key):
        """Does what comes before the crash."""
        place.run(self.addition(place, server, key))

    def victim(self, place, server, key):
        return place.words("queue", "run", "--until-empty")

    def again(self, place, server, key):
        place.work()

    @property
    def names(self):
        return ["file.bin"] if self.state == "finished" else []

    def check(self, place, server, key):
        transfers = place.transfers()
        if [transfer["state"] for transfer in transfers] != [self.state]:
            raise Failure(f"states: {[(one['state'], one['error']) for one in transfers]}")
        place.check_events(transfers[0])
        place.check_leftovers(*self.names, secrets=self.keeps_secrets)
        if self.state == "finished":
            place.check_file("file.bin", content(self.version, self.size))


class Resumed(Scenario):
    name = "a download that is resumed"
    first, then = "cut=150000", "-"
    size = 300_000


class Changed(Scenario):
    name = "a file that changes during the upload"
    first, then = "cut=150000", "v=2"
    size, version = 300_000, 2


class Digest(Scenario):
    name = "a digest"
    words = ("--sha256", hashlib.sha256(content(1, 20_000)).hexdigest())


class Retagged(Resumed):
    name = "a digest, and another validator in each answer"
    first, then = "cut=150000,tag=new", "tag=new"
    words = ("--sha256", hashlib.sha256(content(1, 300_000)).hexdigest())

    def check(self, place, server, key):
        super().check(place, server, key)
        # A crash before the first checkpoint begins it again.
        wholes = [one for one in server.requests(key) if "Range: " not in one]
        if not place.crashed and len(wholes) != 1:
            raise Failure(f"it was begun {len(wholes)} times")


class Misfit(Changed):
    name = "a digest, and a file that changes during the upload"
    words = ("--sha256", hashlib.sha256(content(2, 300_000)).hexdigest())


class WrongDigest(Scenario):
    name = "a wrong digest"
    words = ("--sha256", "0" * 64)
    state = "failed"


class Overwritten(Scenario):
    name = "a file that is replaced"
    words = ("--overwrite",)

    def prepare(self, place, server, key):
        (place.files / "file.bin").write_text("old")
        super().prepare(place, server, key)


class Claimed(Scenario):
    name = "a file system without links and modes"

    def victim(self, place, server, key):
        return [str(place.programs.refuse), "--naming", *super().victim(place, server, key)]

    def again(self, place, server, key):
        place.run(self.victim(place, server, key))


class ClaimedAndCancelled(Claimed):
    name = "cancelling on a file system without links and modes"

    def again(self, place, server, key):
        # What is being completed is not cancelled.
        if place.run(place.words("queue", "cancel", "1"), expected=(0, 1)).returncode == 1:
            super().again(place, server, key)

    def check(self, place, server, key):
        transfer, = place.transfers()
        if transfer["state"] == "finished":
            return super().check(place, server, key)
        if transfer["state"] != "cancelled" or not place.crashed:
            raise Failure(f"the state is {transfer['state']}")
        place.check_leftovers()


class Unnamed(Scenario):
    name = "a length that is not known"
    first = then = "size=20000,length=chunked"


class Large(Scenario):
    name = "checkpoints"
    first = then = "size=9000000"
    size = 9_000_000


class Secret(Scenario):
    name = "secrets and a redirection"
    first = then = "to=other,size=20000"
    words = ("--header", "X-Token: hidden")
    user = "me:hidden@"

    def check(self, place, server, key):
        super().check(place, server, key)
        for request in server.requests(key):
            is_trusted = request.startswith(f"GET /{key}/")
            has_secrets = "X-Token: hidden" in request and "Authorization: Basic" in request
            if has_secrets != is_trusted or "hidden" in request and not is_trusted:
                raise Failure(f"secrets: {request}")
        for file in place.store.rglob("*"):
            if file.is_file() and b"hidden" in file.read_bytes():
                raise Failure(f"{file.name} has a secret")


class Told(Scenario):
    name = "a command at the end"
    command = ("--then", "sh", "-c", "flock -n ../lock echo $REACH_TRANSFER_STATE >>../told "
               "|| echo twice >>../told")

    def check(self, place, server, key):
        super().check(place, server, key)
        told = set((place.folder / "told").read_text().split())
        if told != {self.state}:
            raise Failure(f"the command was told: {told}")
        events = [event["event"] for event in place.show(1)["events"]]
        if "delivered" not in events:
            raise Failure(f"no event about the command: {events}")


class FailedTold(Told):
    name = "a failure, and a command with secrets"
    first = then = "status=404"
    words = ("--header", "X-Token: hidden")
    state = "failed"
    keeps_secrets = True

    def check(self, place, server, key):
        super().check(place, server, key)
        place.run(place.words("queue", "ack", "1"))
        place.work()
        place.check_leftovers()


class Added(Scenario):
    name = "adding"
    words = ("--key", "one", "--header", "X-Token: hidden")

    def prepare(self, place, server, key):
        pass

    def victim(self, place, server, key):
        return self.addition(place, server, key)

    def again(self, place, server, key):
        place.run(self.addition(place, server, key))
        place.work()

    def check(self, place, server, key):
        # The program need not have been ended for the transfer to run.
        place.work()
        super().check(place, server, key)


class Cancelled(Scenario):
    name = "cancelling"
    first = then = "cut=150000"
    words = ("--header", "X-Token: hidden", "--attempts", "1")
    state = "cancelled"

    def prepare(self, place, server, key):
        super().prepare(place, server, key)
        place.work()
        # It has failed, and is to be tried again.
        place.run(place.words("queue", "hold"))
        place.run(place.words("queue", "retry", "1"))

    def victim(self, place, server, key):
        return place.words("queue", "cancel", "1")

    def again(self, place, server, key):
        place.run(place.words("queue", "cancel", "1"), expected=None)
        place.run(place.words("queue", "release"))

    def check(self, place, server, key):
        place.run(place.words("queue", "release"))
        place.work()
        transfers = place.transfers()
        if [transfer["state"] for transfer in transfers] != [self.state]:
            raise Failure(f"states: {[one['state'] for one in transfers]}")
        place.check_leftovers()


class Group(Told):
    name = "a group"
    names = ["file.bin", "other.bin"]

    def addition(self, place, server, key):
        return place.words(
            "fetch", "--detach", "-o", "./", server.url(key, self.first, self.then),
            server.url(key, self.first, self.then, name="other.bin"), "--then", "sh", "-c",
            "flock -n ../lock echo $REACH_TRANSFER_STATE >>../told || echo twice >>../told")

    def check(self, place, server, key):
        transfers = place.transfers()
        if [transfer["state"] for transfer in transfers] != ["finished"] * 2:
            raise Failure(f"states: {[one['state'] for one in transfers]}")
        for transfer in transfers:
            place.check_events(transfer)
        place.check_leftovers(*self.names)
        for name in self.names:
            place.check_file(name, content(1, self.size))
        told = set((place.folder / "told").read_text().split())
        if told != {"finished"}:
            raise Failure(f"the command was told: {told}")


ALL = [
    Scenario, Resumed, Changed, Digest, Retagged, Misfit, WrongDigest, Overwritten, Claimed,
    ClaimedAndCancelled, Unnamed, Secret, Told, FailedTold, Added, Cancelled, Group, Large]


def crash(scenario, place, server, key, point):
    """Lets a scenario crash at a point, and checks it.

    Returns the call before which it was ended; the number of all points if there are fewer.
    """
    scenario.prepare(place, server, key)
    words = [str(place.programs.crash_at), str(point), *scenario.victim(place, server, key)]
    outcome = place.run(words, expected=(0, 137))
    line = outcome.errors.splitlines()[-1]
    found = re.fullmatch(r"crash-at: (\d+) (?:before (.*)|changes)", line)
    if not found:
        raise Failure(f"crash-at says: {line}")
    place.crashed = bool(found[2])
    if place.crashed:
        scenario.again(place, server, key)
    scenario.check(place, server, key)
    return found[2] or int(found[1])
