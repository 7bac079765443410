// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
internal import LinuxSystem
public import NetworkReachability
internal import TransferRules

/// A client of web services that goes on working without a network: it stores each good answer, and gives the last one,
/// marked as such, when the server cannot be asked.
///
/// ```swift
/// let client = try OfflineClient(store: .user("org.example.timetable"), monitor: monitor)
/// let answer = try await client.answer(for: request, .networkFirst(within: .seconds(3)))
/// ```
///
/// Without a path that meets the constraints, nothing is sent and nothing is waited for: the stored answer is used at once,
/// and validated when there is such a path again. A request is sent once, however many ask for it at the same time.
///
/// What is stored, for how long it is fresh and when it may be used is as HTTP says (RFC 9111, for a private cache).
///
/// A client ends when nothing references it. Requests that wait then are cancelled. It can be used from any task.
public final class OfflineClient: Sendable {
    let core: OfflineCore

    /// Opens a client. The store is made if there is none.
    ///
    /// The call waits for the disk. A damaged store is replaced by an empty one. A store on a read-only file
    /// system is read, and nothing is added; ``Configuration/onStoreFailure`` is then called.
    ///
    /// - Parameters:
    ///   - store: where answers are stored; see ``OfflineStoreLocation/orMemory`` for a client that does without the folder.
    ///   - monitor: the monitor that reports the path. The client starts it.
    ///   - configuration: how servers are asked, and what is stored.
    /// - Throws: ``OfflineStoreError`` if the store cannot be used.
    public convenience init(
        store: OfflineStoreLocation,
        monitor: PathMonitor = PathMonitor(),
        configuration: Configuration = Configuration()
    ) throws(OfflineStoreError) {
        try self.init(
            store: store, monitor: monitor, configuration: configuration, clock: ContinuousClock()
        ) {
            HTTPDate(seconds: RealTimeClock.milliseconds / 1000)
        }
    }

    /// - Parameters:
    ///   - clock: measures durations.
    ///   - now: the time of day.
    init(
        store: OfflineStoreLocation,
        monitor: PathMonitor,
        configuration: Configuration,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> HTTPDate
    ) throws(OfflineStoreError) {
        let answers = try store.open(
            .init(total: configuration.totalSize, answer: configuration.answerSize),
            report: configuration.onStoreFailure)
        core = OfflineCore(answers, monitor, configuration, clock: clock, now: now)
        monitor.start(queue: DispatchQueue(label: "org.reach.answers.path"))
    }

    deinit { core.cancel() }

    /// Answers a request, from the network or from the store.
    ///
    /// A `GET` is answered as the policy says. A `HEAD` is, too, and uses what is stored of the `GET`. Requests for a part of
    /// the content (`Range`), conditional requests, those with a body, those with credentials and without an account, and all
    /// other methods are sent as they are, if the path meets the constraints, and nothing is stored of them. A method that
    /// changes something on the server, such as `POST`, has what is stored for its address validated before its next use, and
    /// what was requested of it before.
    ///
    /// - Parameters:
    ///   - request: the request. Its `cachePolicy` does not count.
    ///   - policy: what is preferred.
    ///   - constraints: what the path must be like for a request to be sent. The path is that to the internet; if that does
    ///     not meet them, it is the path to the server, which may be in the local network or on this machine. (If a variable
    ///     such as `http_proxy` names a proxy, only the path to the internet counts.) A redirection to another server is
    ///     followed if the path to that one meets the constraints, too.
    ///   - validate: whether an answer is what this request expects; `nil` to use ``Configuration/validate``. A stored
    ///     answer that it rejects is not used. It is called on any thread.
    /// - Returns: the answer. Its status can be any. ``OfflineAnswer/notStored`` says if there will be none without a network.
    /// - Throws: ``OfflineError``, or the errors of the session (`URLError`), if there is neither an answer of the server nor
    ///   a stored one that may be used; `CancellationError`. If the path is lost meanwhile, the call ends at once: with ``OfflineError/path(_:_:)``, or, for a
    ///   method that may have changed something on the server, with `URLError.networkConnectionLost`.
    public func answer(
        for request: URLRequest,
        _ policy: OfflinePolicy = .freshFirst,
        constraints: NetworkConstraints = .connected,
        validate: (@Sendable (Data, HTTPURLResponse) -> Bool)? = nil
    ) async throws -> OfflineAnswer {
        try await core.answer(core.cacheRequest(request, validate: validate), policy, constraints)
    }

    /// The answers to a request: the first one by a policy, then what the server says, then each newer one.
    ///
    /// By default, the stored answer comes at once. The server is asked if that is not fresh, and asked again each time when
    /// the path meets the constraints again. If the server fails, it is asked again for as long as the sequence is iterated
    /// over, first after 15 seconds, and after 5 minutes at the most. Answers that others have asked for count, too. A
    /// consumer that is slow gets the newest one.
    ///
    /// Many servers forbid to use an answer that was not validated (`no-cache`, `must-revalidate`). To show it all the same
    /// while there is no network, pass `.storedFirst.overridingServer`.
    ///
    /// The sequence ends when its task is cancelled. It keeps the client alive. It has no errors: without a
    /// stored answer and without a network, there are no elements yet. For a request that cannot be stored it is empty.
    ///
    /// - Parameters:
    ///   - request: the request, a `GET`.
    ///   - policy: what is preferred as the first answer. With ``OfflinePolicy/storedOnly``, the server is not asked, and only
    ///     what others ask for comes afterwards.
    ///   - constraints: what the path must be like for a request to be sent; see
    ///     ``answer(for:_:constraints:validate:)``.
    ///   - validate: whether an answer is what this request expects; see ``answer(for:_:constraints:validate:)``.
    public func answers(
        for request: URLRequest,
        policy: OfflinePolicy = .storedFirst,
        constraints: NetworkConstraints = .connected,
        validate: (@Sendable (Data, HTTPURLResponse) -> Bool)? = nil
    ) -> Answers {
        Answers(
            client: self, request: request, policy: policy, constraints: constraints,
            validate: validate)
    }

    /// Marks what is stored for the address of a request as changed, for all accounts: it is validated before its next use.
    ///
    /// A successful request through this client that changes something does so itself. Call the method when something else
    /// has changed the resource, such as an upload of an outbox that has arrived. Answers that are under way, in any process,
    /// count as older than the change.
    ///
    /// The call waits for the disk, and up to ten seconds for another process that writes.
    ///
    /// - Throws: ``OfflineError/unsupportedURL``, ``OfflineStoreError``.
    public func invalidate(_ request: URLRequest) async throws {
        let url = try core.cacheRequest(request).key.url
        try await core.invalidate([url])
    }

    /// Removes what is stored for the address of a request, for the client's account.
    ///
    /// Answers that are under way, in any process, are not stored any more, and are not given to requests that are made from now
    /// on. Nothing of what is removed stays in the files.
    ///
    /// The call waits for the disk, and up to ten seconds for another process that uses the store.
    ///
    /// - Throws: ``OfflineError/unsupportedURL``, ``OfflineStoreError``.
    public func remove(_ request: URLRequest) async throws {
        let key = try core.cacheRequest(request).key
        try await core.remove(key)
    }

    /// Removes all that is stored for the client's account, as after its user has signed out.
    ///
    /// Answers that are under way, in any process, are not stored any more, and are not given to requests that are made from now
    /// on. Requests of this client that wait to be sent in the background are not sent. Nothing of what is removed stays in the
    /// files.
    ///
    /// The call waits for the disk, and up to ten seconds for another process that uses the store.
    ///
    /// - Throws: ``OfflineStoreError``.
    public func removeAll() async throws(OfflineStoreError) {
        try await core.remove(nil)
    }
}
