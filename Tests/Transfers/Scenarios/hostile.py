# SPDX-License-Identifier: Apache-2.0
"""Downloads that are interrupted at the half, and servers that then behave in another way."""

import os
import shutil
import signal
import subprocess

from place import content

# What the server says of the version, in both answers.
VALIDATORS = {
    "strong ETag": "tag=strong,modified=none",
    "weak ETag and date": "tag=weak",
    "date": "tag=none",
    "new date": "tag=none,modified=new",
    "nothing": "tag=none,modified=none",
}

# What the server does after the interruption.
THEN = {
    "goes on": "",
    "sends the rest in parts": "range=part",
    "knows no ranges": "range=no",
    "has another version": "v=2",
    "has another version, longer": "v=2,size=400000",
    "has another version, shorter": "v=2,size=200000",
    "has another version, shorter than the partial file": "v=2,size=100000",
    "sends the rest of another version": "v=2,heed=no",
    "sends the rest of another version, longer": "v=2,heed=no,size=400000",
    "sends the rest of another version, shorter": "v=2,heed=no,size=200000",
    "refuses ranges beyond another version (416)": "v=2,heed=no,size=100000",
    "begins the rest too early": "range=offset",
    "says another total": "range=total",
    "sends multipart/byteranges": "range=multipart",
    "does not say which part it sends": "range=blank",
    "says no length": "length=none",
    "sends chunks": "length=chunked",
    "says a length of the whole for the rest": "length=wrong",
    "says too short a length for the rest": "length=short",
    "says too long a length": "length=long",
    "whole file, too long a length": "range=no,length=long",
    "whole file of another version without a length": "v=2,range=no,length=none",
    "encodes the rest": "encoding=gzip",
    "encodes the whole": "encoding=gzip,range=no",
    "shows a login page": "type=text/html,size=5000,v=9,range=no,tag=none,modified=none",
    "shows a login page as the rest": "type=text/html,size=400000,v=9,heed=no,tag=none,modified=none",
    "redirects": "to=here",
    "redirects to another server": "to=other",
    "redirects to another server and version": "to=other,v=2",
    "redirects to another server and version, and sends its rest": "to=other,v=2,heed=no",
    "redirects for ever": "to=loop",
    "redirects to ftp": "to=ftp",
    "redirects nowhere": "to=none",
    "200 without content": "size=0,v=2,range=no",
    "204": "status=204",
    "300": "status=300",
    "304": "status=304",
    "403": "status=403",
    "404": "status=404",
    "412": "status=412",
    "416": "status=416",
    "429": "status=429,retry=1",
    "500": "status=500",
    "503": "status=503,retry=1",
    "closes": "raw=close",
    "answers with HTTP/0.9": "raw=http09",
    "answers with another protocol": "raw=garbage",
    "sends 100 MB of header": "raw=huge",
    "never ends the header": "raw=endless",
    "breaks off again": "cut=50000",
    "resets": "reset=50000",
    "falls silent": "hang=50000",
}


def right_contents(then):
    """The versions of the file that the server has or had."""
    words = dict(word.split("=") for word in then.split(",") if word)
    versions = [content()]
    if words.get("v") == "2":
        versions.append(content(2, int(words.get("size", 300_000))))
    return versions


def judge(is_success, file, then):
    """What became of it: right, wrong or refused."""
    if not is_success:
        return "refused"
    found = file.read_bytes() if file.exists() else None
    return "right" if found in right_contents(then) else "wrong"


def attempt(place, words, tries, limit):
    """Runs a program until it succeeds, at most so many times, each at most `limit` seconds."""
    for _ in range(tries):
        process = subprocess.Popen(
            words, cwd=place.files, env=place.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            if process.wait(timeout=limit) == 0:
                return True
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None
    return False


def run(tool, place, server, key, validator, then, limit):
    """Lets a program download a file from a hostile server.

    Returns right, wrong, refused (no file, or the program says that it failed), or trying (after the limit).
    """
    known = VALIDATORS[validator]
    url = server.url(key, f"{known},cut=150000", ",".join(filter(None, (known, THEN[then]))))
    words, tries = {
        "reach": (place.words("fetch", "--attempts", "5", "-o", "file.bin", url), 1),
        "curl": (["curl", "-sfL", "-C", "-", "-o", "file.bin", url], 4),
        "wget": (["wget", "-qc", "--tries=4", "--waitretry=1", "--timeout=15", "-O", "file.bin", url], 1),
        "aria2": (["aria2c", "--continue=true", "--quiet", "--max-tries=4", "--retry-wait=1", "--timeout=15",
                   "--file-allocation=none", "-o", "file.bin", url], 1),
    }[tool]
    success = attempt(place, words, tries, limit)
    file = place.files / "file.bin"
    if tool == "reach" and not success and file.exists():
        return "wrong"
    if success is None:
        return "trying"
    return judge(success, file, THEN[then])


# The kinds of server that do not prove that the file is still the same.
UNPROVEN = ("weak ETag and date", "new date", "nothing")

# What some programs dare, and the contract forbids: in which rows it gets them the file, and in which a wrong one.
BOLDNESS = {
    "goes on without a proof that the file is the same": (
        lambda then, validator: validator in UNPROVEN and THEN[then] in (
            "cut=50000", "reset=50000", "hang=50000", "length=long"),
        lambda then, validator: validator in UNPROVEN and "v=" in THEN[then]),
    "takes bytes without a header for the file (HTTP/0.9)": (
        lambda then, validator: THEN[then] == "raw=http09",
        lambda then, validator: THEN[then] == "raw=garbage"),
}


def boldness(then, validator):
    """What a program dares that gets the file in a cell, and that the contract forbids; None if it may be got."""
    return next((words for words, (gains, _) in BOLDNESS.items() if gains(then, validator)), None)


def installed():
    names = {"curl": "curl", "wget": "wget", "aria2": "aria2c"}
    return [tool for tool, name in names.items() if shutil.which(name)]
