# SPDX-License-Identifier: Apache-2.0
"""Jobs whose worker (or command) is ended at every change that it makes to a file."""

from crashes import Scenario
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


ALL = [Job, PeriodicJob, AddedJob]
