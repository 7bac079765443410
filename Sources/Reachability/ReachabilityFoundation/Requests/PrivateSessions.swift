// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem

/// A session of the library's own, which does the work of a caller's session.
protocol PrivateSession: Sendable {
    var session: URLSession { get }

    /// Creates a session with the configuration of the caller's.
    init(serving caller: URLSession)
}

/// The private sessions of one kind: one for each session of a caller, as long as that lives.
///
/// A caller can invalidate a session at any time, and Foundation on Linux ends the process if a task
/// is created then. A new session for each request would not reuse connections, and with some
/// versions of libcurl Foundation crashes when it destroys a session that has a connection to an
/// HTTPS server.
final class PrivateSessions<Private: PrivateSession>: Sendable {
    private struct Pair {
        weak var caller: URLSession?
        let own: Private
    }

    private let pairs = Lock<[ObjectIdentifier: Pair]>([:])

    /// Returns the private session for a caller's session.
    func serving(_ caller: URLSession) -> Private {
        let (own, orphans) = pairs.withLock { pairs in
            let orphans = pairs.filter { $0.value.caller == nil }
            for number in orphans.keys { pairs[number] = nil }
            let pair =
                pairs[ObjectIdentifier(caller)]
                ?? Pair(caller: caller, own: Private(serving: caller))
            pairs[ObjectIdentifier(caller)] = pair
            return (pair.own, orphans.values)
        }
        for orphan in orphans { orphan.own.session.finishTasksAndInvalidate() }
        return own
    }
}

/// The private session for requests and uploads. It calls delegates on the queue of the caller's
/// session.
struct RequestSession: PrivateSession {
    static let all = PrivateSessions<RequestSession>()

    let session: URLSession

    init(serving caller: URLSession) {
        let configuration = caller.configuration
        session = URLSession(
            configuration: configuration.copy() as? URLSessionConfiguration ?? configuration,
            delegate: nil, delegateQueue: caller.delegateQueue)
    }
}
