# SPDX-License-Identifier: Apache-2.0
"""What caches are compared by: a function for each row, which asks and tells in words what the cache has done.

A row says what is right, in the words that its function may tell; what is allowed, and less than others do; all else is
wrong. "Wrong" is what RFC 9111 or 5861 forbids, or what a program would take for the server's answer and is not.
"""

import dataclasses
import random
import time
from collections.abc import Callable

from server import Answer, date

FRESH = "Cache-Control: max-age=3600"
# Stale by whatever a cache goes by: the time since, the age that is told, and the date.
STALE = {"fields": ("Cache-Control: max-age=60", "Age: 7200"), "date": -7200}
TAG = 'ETag: "1"'
MODIFIED = "Last-Modified: Mon, 23 Nov 2015 12:00:00 GMT"


@dataclasses.dataclass
class Row:
    name: str
    wanted: str
    run: Callable
    right: tuple
    allowed: tuple = ()

    def sign(self, told):
        return "✓" if told in self.right else "–" if told in self.allowed else "✗"


ROWS = []


def row(name, wanted, right, allowed=()):
    def add(run):
        ROWS.append(Row(name, wanted, run, tuple(right), tuple(allowed)))
        return run

    return add


class Trial:
    """A path of the server's for one row and one client."""

    def __init__(self, client, server, path):
        self.client, self.server, self.path = client, server, path

    def serve(self, *answers, at=""):
        self.server.serve(self.path + at, *answers)

    def asked(self, at=""):
        return self.server.asked(self.path + at)

    def ask(self, method="GET", at="", **options):
        return self.client.ask(method, self.server.url(self.path + at), **options)

    def until(self, condition):
        """Waits for a condition; returns whether it came to be."""
        end = time.monotonic() + 300
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.005)
        return True

    def step(self, at="", stale="first", **options):
        """Asks, and tells in a word where the answer came from."""
        before = len(self.asked(at))
        got = self.ask(at=at, **options)
        new = self.asked(at)[before:]
        if got.status is None or got.status == 504:
            return "no answer"
        if not new:
            return "stored" if got.body == stale else "a wrong body"
        if got.status >= 500:
            return "the error"
        if got.body == stale:
            return "validated" if any(one.is_conditional for one in new) else "stored"
        return "asked"

    def gone(self, **options):
        """The same while no server listens."""
        self.server.go()
        try:
            return self.step(**options)
        finally:
            self.server.come()


def not_modified(*fields):
    """Answers with a 304 if the request is conditional."""
    return lambda asked: (
        Answer("", (TAG, *fields), "304 Not Modified") if asked.is_conditional
        else Answer("second", (TAG, *fields)))


# Freshness


@row("fresh by `max-age`", "used without a request", ["stored"], ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=(FRESH,)), Answer("second"))
    trial.ask()
    return trial.step()


@row("fresh by `Expires`", "used without a request", ["stored"], ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=(f"Expires: {date(3600)}",)), Answer("second"))
    trial.ask()
    return trial.step()


@row("only `Last-Modified`, ten years ago", "may be used for a time", ["stored"], ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=(MODIFIED,)), Answer("second"))
    trial.ask()
    return trial.step()


@row("`Expires` of no date, `0`", "is stale", ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=("Expires: 0", TAG, MODIFIED)), not_modified())
    trial.ask()
    return trial.step()


@row("`max-age=3600` with `Age: 7200`", "is stale", ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=(FRESH, "Age: 7200", TAG)), not_modified())
    trial.ask()
    return trial.step()


@row("`s-maxage=0, max-age=3600`", "fresh: `s-maxage` is for shared caches", ["stored"], ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=("Cache-Control: s-maxage=0, max-age=3600",)), Answer("second"))
    trial.ask()
    return trial.step()


@row("`max-age=0, s-maxage=3600`", "stale for a private cache", ["validated", "asked"])
def _(trial):
    trial.serve(
        Answer(fields=("Cache-Control: max-age=0, s-maxage=3600", TAG)), not_modified())
    trial.ask()
    return trial.step()


@row("an answer says its age", "`Age` in what is used without a request", ["Age"], ["no Age", "asked"])
def _(trial):
    trial.serve(Answer(fields=(FRESH, "Age: 100")))
    trial.ask()
    age = trial.ask().fields.get("age", "")
    if len(trial.asked()) > 1:
        return "asked"
    return "Age" if age.isdigit() and int(age) >= 100 else "no Age"


# Validation


@row("stale, with `ETag`", "validated by `If-None-Match`", ["validated"], ["asked"])
def _(trial):
    trial.serve(
        Answer(**STALE | {"fields": (*STALE["fields"], TAG)}), not_modified(FRESH))
    trial.ask()
    told = trial.step()
    return told if told != "validated" or "if-none-match" in trial.asked()[-1].fields else "by date"


@row("stale, with `Last-Modified`", "validated by `If-Modified-Since`", ["validated"], ["asked"])
def _(trial):
    trial.serve(
        Answer(**STALE | {"fields": (*STALE["fields"], MODIFIED)}),
        lambda asked: Answer("", (MODIFIED,), "304 Not Modified") if asked.is_conditional
        else Answer("second"))
    trial.ask()
    return trial.step()


@row("the header of a 304", "takes the place of the stored one; fresh again", ["newer, fresh"],
     ["newer, stale", "asked"])
def _(trial):
    trial.serve(
        Answer(**STALE | {"fields": (*STALE["fields"], TAG, "X-Number: 1")}),
        not_modified(FRESH, "Age: 0", "X-Number: 2"), Answer("third"))
    trial.ask()
    got = trial.ask()
    if got.body != "first":
        return "asked"
    if got.fields.get("x-number") != "2":
        return "the old header"
    return "newer, fresh" if trial.step() == "stored" else "newer, stale"


@row("`no-cache`", "validated each time", ["validated"], ["asked"])
def _(trial):
    trial.serve(Answer(fields=("Cache-Control: no-cache, max-age=3600", TAG)), not_modified())
    trial.ask()
    return trial.step()


@row("a request with `no-cache`", "asks the server although the answer is fresh", ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=(FRESH, TAG)), not_modified())
    trial.ask()
    return trial.step(fields={"Cache-Control": "no-cache"})


# What is stored


@row("`no-store`", "not stored", ["not stored"])
def _(trial):
    trial.serve(Answer(fields=("Cache-Control: no-store, max-age=3600",)))
    trial.ask()
    return "not stored" if trial.gone(stored=True) == "no answer" else "stored"


@row("`private`", "stored by a private cache", ["stored"], ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=("Cache-Control: private, max-age=3600",)), Answer("second"))
    trial.ask()
    return trial.step()


def status_row(status, name):
    @row(f"{name} with `max-age`", "used without a request", ["stored"], ["validated", "asked"])
    def _(trial):
        trial.serve(Answer("first", (FRESH,), status), Answer("second"))
        trial.ask()
        return trial.step()


for _status, _name in (("404 Not Found", "404"), ("410 Gone", "410")):
    status_row(_status, _name)


def redirection_row(status):
    @row(f"{status[:3]} with `max-age`", "followed without asking again", ["stored"], ["asked"])
    def _(trial):
        trial.serve(Answer("", (FRESH, f"Location: {trial.server.url(trial.path)}-to"), status))
        trial.serve(Answer(fields=(FRESH,)), at="-to")
        trial.ask()
        got = trial.ask()
        if got.body != "first":
            return "no answer"
        return "stored" if len(trial.asked()) == 1 else "asked"


for _status in ("301 Moved Permanently", "308 Permanent Redirect"):
    redirection_row(_status)


@row("`Vary`: two languages, asked again", "both used without a request", ["both stored"],
     ["one stored", "none stored"])
def _(trial):
    trial.serve(lambda asked: Answer(
        asked.fields.get("accept-language", ""), (FRESH, "Vary: Accept-Language")))
    languages = ["de", "fr", "de", "fr"]
    bodies = [trial.ask(fields={"Accept-Language": one}).body for one in languages]
    if bodies != languages:
        return "the wrong language"
    return {2: "both stored", 3: "one stored"}.get(len(trial.asked()), "none stored")


@row("`Authorization` of two users", "each one's own answer (HTTP leaves it to private caches)", ["own"])
def _(trial):
    trial.serve(lambda asked: Answer(asked.fields.get("authorization", ""), (FRESH,)))
    users = ["Bearer anna", "Bearer berta"]
    bodies = [trial.ask(fields={"Authorization": user}).body for user in users]
    return "own" if bodies == users else "another user's"


@row("206 to a request for the whole", "not used as the whole", ["not stored"])
def _(trial):
    trial.serve(Answer("fir", (FRESH, "Content-Range: bytes 0-2/5"), "206 Partial Content"))
    trial.ask()
    return "not stored" if trial.gone(stored=True, stale="fir") == "no answer" else "stored"


def broken_row(name, **wrong):
    @row(name, "not stored", ["not stored"])
    def _(trial):
        trial.serve(Answer(fields=(FRESH,), **wrong))
        trial.ask()
        return "not stored" if trial.gone(stored=True) == "no answer" else "stored"


broken_row("the connection breaks before the length", length=1000)
broken_row("the connection breaks before the last chunk", chunks=True)


@row("more than `Content-Length`", "no more than the length", ["the length", "no answer"])
def _(trial):
    trial.serve(Answer("firsts", (FRESH,), length=5))
    bodies = {trial.ask().body, trial.ask(stored=True).body} - {""}
    return {(): "no answer", ("first",): "the length"}.get(tuple(bodies), "more")


@row("a portal's page (200) in place of JSON", "the stored answer stays", ["kept"], ["nothing"])
def _(trial):
    trial.serve(
        Answer("{}", (*STALE["fields"], "Content-Type: application/json"), date=-7200),
        Answer("sign in", (FRESH, "Content-Type: text/html")), at="/portal")
    trial.ask(at="/portal")
    trial.ask(at="/portal")
    trial.server.go()
    try:
        body = trial.ask(at="/portal", stored=True).body
    finally:
        trial.server.come()
    return {"{}": "kept", "": "nothing"}.get(body, "the page")


# What changes


@row("`POST` to the same address", "the stored answer is not used unvalidated", ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=(FRESH, TAG)), Answer("posted"), not_modified())
    trial.ask()
    trial.ask("POST", body="order")
    return trial.step()


@row("`POST` that fails (500)", "changes nothing", ["stored"], ["validated", "asked"])
def _(trial):
    trial.serve(
        Answer(fields=(FRESH, TAG)), Answer("failed", status="500 Internal Server Error"),
        not_modified())
    trial.ask()
    trial.ask("POST", body="order")
    return trial.step()


# Stale answers


@row("`stale-while-revalidate`, within its time", "used at once, and validated in the background", ["stored, background"],
     ["validated", "asked"])
def _(trial):
    trial.serve(
        Answer(fields=("Cache-Control: max-age=60, stale-while-revalidate=86400", "Age: 7200", TAG),
               date=-7200),
        Answer("second", (FRESH,)))
    trial.ask()
    got = trial.ask()
    if got.body != "first":
        return "asked"
    return "stored, background" if trial.until(lambda: len(trial.asked()) == 2) else "stored, no background"


def failing_row(name, wanted, directives, right, allowed=(), error=True):
    @row(name, wanted, right, allowed)
    def _(trial):
        trial.serve(
            Answer(fields=(f"Cache-Control: max-age=60{directives}", "Age: 7200", TAG), date=-7200),
            Answer("failed", status="500 Internal Server Error"))
        trial.ask()
        told = trial.step() if error else trial.gone()
        # The request was conditional, and the server has not answered it.
        return "stored" if told == "validated" else told


failing_row(
    "`stale-if-error`, the server says 500", "the stored answer", ", stale-if-error=86400",
    ["stored"], ["the error"])
failing_row(
    "`must-revalidate`, the server says 500", "the error", ", must-revalidate", ["the error", "no answer"])
failing_row(
    "`stale-if-error`, no connection", "the stored answer", ", stale-if-error=86400", ["stored"],
    ["no answer"], error=False)
failing_row(
    "stale, no connection", "may be used", "", ["stored"], ["no answer"], error=False)
failing_row(
    "`must-revalidate`, no connection", "no answer", ", must-revalidate", ["no answer"], error=False)


@row("only what is stored is wanted, and nothing is", "no request", ["no request"])
def _(trial):
    trial.serve(Answer())
    trial.ask(stored=True)
    return "a request" if trial.asked() else "no request"


@row("`only-if-cached` in the request", "no request", ["no request"], ["a request"])
def _(trial):
    trial.serve(Answer())
    trial.ask(fields={"Cache-Control": "only-if-cached"})
    return "a request" if trial.asked() else "no request"


# The program ends


@row("the program starts again", "a fresh answer is still there", ["stored"], ["validated", "asked"])
def _(trial):
    trial.serve(Answer(fields=(FRESH,)), Answer("second"))
    trial.ask()
    trial.client.stop()
    trial.client.start()
    return trial.step()


@row("it starts without a connection", "a stale answer may be used", ["stored"], ["stored, if asked for", "no answer"])
def _(trial):
    trial.serve(Answer(**STALE | {"fields": (*STALE["fields"], TAG)}))
    trial.ask()
    trial.client.stop()
    trial.server.go()
    try:
        trial.client.start()
        told = trial.step()
        if told == "no answer" and trial.step(stored=True) == "stored":
            return "stored, if asked for"
        return told
    finally:
        trial.server.come()


KILLS, ANSWERS, SIZE = 5, 400, 20_000
# How many answers must be told before a kill, however slow the machine is.
LEAST = 20


@row("`kill -9` while it stores, five times", "each answer is whole or not there, and most are there", ["whole"],
     ["whole, most are lost"])
def _(trial):
    kept = told = 0
    chance = random.Random(1)
    for kill in range(KILLS):
        names = [f"/{kill}-{number}" for number in range(ANSWERS)]
        for number, name in enumerate(names):
            trial.serve(Answer(f"{number:05}" * (SIZE // 5), (FRESH,)), at=name)
        end = time.monotonic() + chance.uniform(0.3, 0.8)
        done = 0
        while done < ANSWERS and (done < LEAST or time.monotonic() < end):
            trial.ask(at=names[done])
            done += 1
        # While it stores the next one.
        if done < ANSWERS:
            trial.client.send("GET", trial.server.url(trial.path + names[done]))
            time.sleep(chance.uniform(0, 0.004))
        trial.client.kill()
        trial.client.start()
        trial.server.go()
        try:
            for number, name in enumerate(names[:done + 1]):
                got = trial.ask(at=name, stored=True)
                if got.status == 200:
                    if got.body != f"{number:05}" * (SIZE // 5):
                        return "a broken answer"
                    kept += number < done
        finally:
            trial.server.come()
        told += done
    return "whole" if kept * 2 > told else "whole, most are lost"
