# SPDX-License-Identifier: Apache-2.0
"""Jobs whose worker (or command) is ended at every change that it makes to a file."""

from crashes import Scenario
from kills import end_workers
from place import Failure

# Each run is one line: the attempt, and whether the last one was interrupted.
SCRIPT = ("exec 9>../lock; flock -n 9 || { echo twice >>../runs; exit 0; }; "
          "echo \"$REACH_JOB_ATTEMPT ${REACH_JOB_INTERRUPTED-0}\" >>../runs")


class Job(Scenario):
    name = "a job"
    options = ()
    ends = ("finished",)

    def addition(self, place, server, key):
        return place.words("defer", *self.options, "--", "sh", "-c", SCRIPT)

    def runs(self, place):
        file = place.folder / "runs"
        return file.read_text().splitlines() if file.exists() else []

    def check(self, place, server, key):
        job, = place.transfers()
        if job["state"] != self.state or job["exit"] != 0:
            raise Failure(f"the job is {job['state']}, exit {job['exit']}, {job['error']}")
        events = [event["event"] for event in place.show(job["id"])["events"]]
        runs = self.runs(place)
        if "twice" in runs:
            raise Failure("the command ran twice at a time")
        started, finished = events.count("started"), events.count("finished")
        # The start is stored before it is made, and the end after it is seen.
        if not finished <= len(runs) <= started:
            raise Failure(f"{started} starts, {len(runs)} runs, {finished} ends")
        if started > finished + (1 if place.crashed else 0):
            raise Failure(f"{started} starts, but {finished} ends")
        if started > finished and not runs[-1].endswith(" 1"):
            raise Failure(f"the command does not know of the interruption: {runs}")
        self.check_ends(place, finished)

    def check_ends(self, place, finished):
        if finished != 1:
            raise Failure(f"the job has ended {finished} times")
        place.check_leftovers()


class PeriodicJob(Job):
    name = "a periodic job"
    options = ("--every", "1h")
    state = "waiting"

    def check_ends(self, place, finished):
        if finished != 1:
            raise Failure(f"the job has ended {finished} times in a period")
        place.check_leftovers(secrets=True)


class AddedJob(Job):
    name = "adding a job"
    options = ("--key", "one")

    def prepare(self, place, server, key):
        pass

    def victim(self, place, server, key):
        return self.addition(place, server, key)

    def again(self, place, server, key):
        place.run(self.addition(place, server, key))
        place.work()

    def check(self, place, server, key):
        place.work()
        super().check(place, server, key)


# Each run has a line at its begin and one at its end: the job, the attempt, and whether the last one was interrupted.
LONG_SCRIPT = ("exec 9>../lock-$REACH_JOB_ID; flock -n 9 || { echo twice >>../runs; exit 0; }; "
               "echo \"begin $REACH_JOB_ID $REACH_JOB_ATTEMPT ${REACH_JOB_INTERRUPTED-0}\" >>../runs; sleep 0.3; "
               "echo \"end $REACH_JOB_ID $REACH_JOB_ATTEMPT 0\" >>../runs")
# Three run at the same time.
MANY = [()] * 5 + [("--every", "1h"), ("--exclusive",)]


def run(place, ends):
    """Runs jobs by workers that are ended, and one more. Returns how many were hit, and how many runs were interrupted."""
    for options in MANY:
        place.run(place.words("defer", *options, "--", "sh", "-c", LONG_SCRIPT))
    hits = end_workers(place, ends)
    place.work()
    lines = (place.folder / "runs").read_text().splitlines()
    if "twice" in lines:
        raise Failure("a command ran twice at a time")
    runs = [line.split() for line in lines]
    interruptions = 0
    for job in place.transfers():
        events = [event["event"] for event in place.show(job["id"])["events"]]
        begins = [run for run in runs if run[:2] == ["begin", str(job["id"])]]
        completed = [run[2] for run in runs if run[:2] == ["end", str(job["id"])]]
        state = "waiting" if job["every"] else "finished"
        if job["state"] != state or job["exit"] != 0 or events.count("finished") != 1:
            raise Failure(f"job {job['id']} is {job['state']}, exit {job['exit']}, {job['error']}, {events}")
        # The start is stored before it is made, with the number of the attempt, so that each run is known.
        attempts = [int(run[2]) for run in begins]
        started = events.count("started")
        if attempts != sorted(set(attempts)) or attempts[-1] != started:
            raise Failure(f"job {job['id']}: {started} starts, attempts {attempts}")
        # The run that has ended well is the last one. A worker that was killed may not have seen the end of one before.
        if not completed or int(completed[-1]) != started:
            raise Failure(f"job {job['id']}: {started} starts, ends {completed}")
        wrong = [run for run in begins if run[3] != ("0" if run[2] == "1" else "1")]
        if wrong:
            raise Failure(f"job {job['id']}: it does not know of the interruption: {begins}")
        interruptions += started - 1
    place.check_leftovers(secrets=True)
    return hits, interruptions


ALL = [Job, PeriodicJob, AddedJob]
