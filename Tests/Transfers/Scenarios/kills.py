# SPDX-License-Identifier: Apache-2.0
"""Workers that are ended at random times."""

import signal
import subprocess
import time

from place import Failure, content

SIZE = 2_000_000
# How long a worker lives at most before it is ended, in seconds.
LONGEST = 1.0


def lives(count, chance):
    """The ends of `count` workers, grouped by the download that they work on: (seconds, signal)."""
    groups = []
    while count > 0:
        number = min(count, chance.randint(1, 4))
        count -= number
        groups.append([
            (round(chance.uniform(0.01, LONGEST), 3),
             chance.choice([signal.SIGKILL] * 3 + [signal.SIGTERM])) for _ in range(number)])
    return groups


def run(place, server, key, ends):
    """Downloads a file by workers that are ended, and one more. Returns how many were hit."""
    server_does = f"size={SIZE},pace=32768"
    place.fetch("-H", "X-Token: hidden", "-o", "file.bin", server.url(key, server_does, server_does))
    hits = end_workers(place, ends)
    place.work()
    transfers = place.transfers()
    if [transfer["state"] for transfer in transfers] != ["finished"]:
        raise Failure(f"states: {[(one['state'], one['error']) for one in transfers]}")
    place.check_events(transfers[0])
    place.check_leftovers("file.bin")
    place.check_file("file.bin", content(1, SIZE))
    return hits


def end_workers(place, ends):
    """Starts one worker after the other, and ends each after a time. Returns how many were hit."""
    hits = 0
    for seconds, number in ends:
        worker = place.start(place.words("queue", "run", "--until-empty"))
        try:
            worker.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            worker.send_signal(number)
            try:
                worker.communicate(timeout=300)
            except subprocess.TimeoutExpired:
                worker.kill()
                raise Failure(f"does not end by signal {number}") from None
            # One that has ended just now has not been hit.
            if worker.returncode not in (0, -number):
                raise Failure(f"ended with {worker.returncode} by signal {number}") from None
            hits += worker.returncode == -number
    return hits


def terminate(place, server, key):
    """Ends a worker by SIGTERM during a body, and lets another one go on from there."""
    place.fetch("-o", "file.bin", server.url(key, "hang=150000"))
    worker = place.start(place.words("queue", "run", "--until-empty"))
    deadline = time.monotonic() + 300
    while sum(path.stat().st_size for path in place.files.glob(".*.part")) < 150_000:
        if time.monotonic() > deadline or worker.poll() is not None:
            worker.kill()
            raise Failure("does not receive the first half")
        time.sleep(0.01)
    worker.send_signal(signal.SIGTERM)
    # The server hangs for a minute, which the worker must not wait for.
    try:
        worker.communicate(timeout=40)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.communicate()
        raise Failure("does not end by SIGTERM") from None
    if worker.returncode != -signal.SIGTERM:
        raise Failure(f"ended with {worker.returncode}")
    stored = place.transfers()[0]
    if (stored["state"], stored["bytesDone"]) != ("waiting", 150_000):
        raise Failure(f"the checkpoint is {stored['bytesDone']}, {stored['state']}")
    place.work()
    transfer = place.transfers()[0]
    place.check_events(transfer)
    place.check_leftovers("file.bin")
    place.check_file("file.bin", content())
    requests = server.requests(key)
    if len(requests) != 2 or "Range: bytes=150000-" not in requests[1] or 'If-Range: "v1"' not in requests[1]:
        raise Failure(f"requests: {requests}")
    return True
