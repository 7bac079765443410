// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Reachability

/// Makes one for a host, or for the internet.
func reachability(of host: String?, notificationQueue: DispatchQueue? = .main) throws
    -> Reachability
{
    try host.map { try Reachability(hostname: $0, notificationQueue: notificationQueue) }
        ?? Reachability(notificationQueue: notificationQueue)
}

/// Prints a line for each event.
func notify(_ host: String?) -> Never {
    do {
        let reachability = try reachability(of: host)
        reachability.whenReachable = { say("+", $0.connection) }
        reachability.whenUnreachable = { reachability in
            say("-", reachability.unavailableReason.map { "\($0)" } ?? "")
        }
        try reachability.startNotifier()
        withExtendedLifetime(reachability) { dispatchMain() }
    } catch {
        say("error:", error)
        exit(1)
    }
}

/// Starts and stops notifiers: one again and again, and each time another one; and prints what is
/// left of them.
func cycle(_ count: Int, _ host: String?) throws {
    struct Held { weak var reachability: Reachability? }
    var held: [Held] = []
    let queue = DispatchQueue(label: "closures")
    let one = try reachability(of: host, notificationQueue: queue)

    func useBoth(_ number: Int) throws {
        let other = try reachability(of: host, notificationQueue: queue)
        held.append(Held(reachability: other))
        other.whenUnreachable = { _ in }
        other.whenReachable = { _ in }
        try one.startNotifier()
        try other.startNotifier()
        // Now and then they get to the end of it.
        if number.isMultiple(of: 10) { queue.sync {} }
        one.stopNotifier()
        // Those that are not stopped end with their object.
        if number.isMultiple(of: 2) { other.stopNotifier() }
    }
    /// What there is, once nothing more goes, or a minute has passed. Threads of Dispatch's pool end
    /// after some seconds.
    func left(from before: (descriptors: Int, threads: Int)) -> (Int, Int, Int) {
        var left = (0, 0, 0)
        for _ in 0..<6000 {
            left = (
                numbers(in: "fd").count - before.descriptors,
                numbers(in: "task").count - before.threads,
                held.count { $0.reachability != nil }
            )
            if left.0 <= 0, left.1 <= 0, left.2 == 0, ownThreads() == 0 { break }
            usleep(10_000)
        }
        return left
    }

    // Dispatch keeps a thread and descriptors of its own, for timers, from the first on.
    let warmed = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { warmed.signal() }
    warmed.wait()
    try useBoth(0)
    while ownThreads() > 0 { usleep(1000) }
    let before = (descriptors: numbers(in: "fd").count, threads: numbers(in: "task").count)
    for number in 0..<count { try useBoth(number) }
    let (descriptors, threads, objects) = left(from: before)
    // Pool threads that ended make up for none of the library's own.
    let own = ownThreads()
    say("descriptors", max(descriptors, 0))
    say("threads", max(threads, own))
    say("objects", objects)
    withExtendedLifetime(one) {}
}
