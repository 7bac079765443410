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

/// The connection that a notifier has without being started.
func connectionOfNewNotifier() -> String {
    (try? Reachability(notificationQueue: nil))?.connection.description ?? "none"
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
    func objects() -> Int { held.count { $0.reachability != nil } }

    warmDispatch()
    for number in 0..<count / 10 { try useBoth(number) }
    waitUntil { ownThreads() == 0 }
    let before = numbers(in: "fd").count
    for number in 0..<count { try useBoth(number) }
    // A thread that has just been made has its maker's name, and is not counted yet. So the numbers are those of the look
    // that ended the wait.
    var rest = (threads: 0, objects: 0)
    waitUntil {
        rest = (ownThreads(), objects())
        return rest == (0, 0)
    }
    say("threads", rest.threads)
    say("objects", rest.objects)
    say("descriptors", numbers(in: "fd").count - before)
    withExtendedLifetime(one) {}
}
