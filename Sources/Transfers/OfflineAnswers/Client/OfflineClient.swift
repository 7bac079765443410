// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
internal import LinuxSystem
public import NetworkReachability
internal import TransferRules

/// A client of web services that works without a network.
///
/// It stores each good answer. When it cannot ask the server, it returns the last good answer, marked as stored.
///
/// ```swift
/// let client = try OfflineClient(store: .user("org.example.timetable"), monitor: monitor)
/// let answer = try await client.answer(for: request, .networkFirst(within: .seconds(3)))
/// ```
///
/// If the path does not meet the constraints, the client sends nothing and does not wait. It uses the stored answer at once,
/// and validates it when the path meets the constraints again. It sends one request for all calls that make the same
/// request at the same time.
///
/// The rules of HTTP for a private cache (RFC 9111) decide which answers are stored, how long they are fresh, and when they
/// may be used.
///
/// When a client is released, it cancels the requests that wait. It can be used from any task.
public final class OfflineClient: Sendable {
    let core: OfflineCore

    /// Opens a client. It creates the store if there is none.
    ///
    /// The call waits for the disk. It replaces a damaged store by an empty one. If the file system is read-only, the client
    /// reads the store and adds nothing, and ``Configuration/onStoreFailure`` is called.
    ///
    /// - Parameters:
    ///   - store: the location of the store; see ``OfflineStoreLocation/orMemory`` for a client that also works if the folder
    ///     cannot be used.
    ///   - monitor: the monitor that reports the path. The client starts it.
    ///   - configuration: the session, the account, and the limits of the store.
    /// - Throws: `StoreError` if the store cannot be used.
    public convenience init(
        store: OfflineStoreLocation,
        monitor: PathMonitor = PathMonitor(),
        configuration: Configuration = Configuration()
    ) throws(StoreError) {
        try self.init(
            store: store, monitor: monitor, configuration: configuration, patience: StorePatience())
    }

    /// Opens a client whose calls wait for the store for a chosen time.
    ///
    /// - Parameters:
    ///   - store: the location of the store.
    ///   - monitor: the monitor that reports the path.
    ///   - configuration: the session, the account, and the limits of the store.
    ///   - patience: how long calls wait for the store.
    package convenience init(
        store: OfflineStoreLocation,
        monitor: PathMonitor,
        configuration: Configuration,
        patience: StorePatience
    ) throws(StoreError) {
        try self.init(
            store: store, monitor: monitor, configuration: configuration, patience: patience,
            clock: ContinuousClock()
        ) {
            HTTPDate(seconds: RealTimeClock.milliseconds / 1000)
        }
    }

    /// - Parameters:
    ///   - store: the location of the store.
    ///   - monitor: the monitor that reports the path.
    ///   - configuration: the session, the account, and the limits of the store.
    ///   - patience: how long calls wait for the store.
    ///   - clock: measures durations.
    ///   - now: returns the time of day.
    init(
        store: OfflineStoreLocation,
        monitor: PathMonitor,
        configuration: Configuration,
        patience: StorePatience = StorePatience(),
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> HTTPDate
    ) throws(StoreError) {
        let answers = try store.open(
            .init(total: configuration.totalSize, answer: configuration.answerSize),
            patience: patience.lock, report: configuration.onStoreFailure)
        core = OfflineCore(
            answers, monitor, configuration, patience: patience, clock: clock, now: now)
        monitor.start(queue: DispatchQueue(label: "org.reach.answers.path"))
    }

    deinit { core.cancel() }

    /// Returns the answer to a request, from the network or from the store.
    ///
    /// The policy decides for a `GET`, and for a `HEAD`, which uses the stored answer to the `GET`. The client sends other
    /// requests unchanged, if the path meets the constraints, and does not store their answers: requests for a part of the
    /// content (`Range`), conditional requests, requests with a body, requests with credentials if the client has no account,
    /// and all other methods. After a method that changes something on the server, such as `POST`, the client validates the
    /// stored answers for its URL before their next use.
    ///
    /// - Parameters:
    ///   - request: the request. Its `cachePolicy` is ignored.
    ///   - policy: the preferred source of the answer.
    ///   - constraints: the requirements for the path. They apply to the path to the internet; if that does not meet them, to
    ///     the path to the server, which may be in the local network or on this machine. If an environment variable such as
    ///     `http_proxy` names a proxy, only the path to the internet counts. The client follows a redirection to another
    ///     server if the path to that server meets the constraints, too.
    ///   - validate: returns whether an answer has the expected content; `nil` to use ``Configuration/validate``. The client
    ///     does not use a stored answer that this closure rejects. It is called on any thread.
    /// - Returns: the answer, with any status. ``OfflineAnswer/notStored`` says why there will be no answer without a network.
    /// - Throws: ``OfflineError``, or the errors of the session (`URLError`), if the server does not answer and no stored
    ///   answer may be used; `CancellationError`. If the path is lost meanwhile, the call ends at once with
    ///   ``OfflineError/path(_:_:)``, or, for a method that may have changed something on the server, with
    ///   `URLError.networkConnectionLost`.
    public func answer(
        for request: URLRequest,
        _ policy: OfflinePolicy = .freshFirst,
        constraints: NetworkConstraints = .connected,
        validate: (@Sendable (Data, HTTPURLResponse) -> Bool)? = nil
    ) async throws -> OfflineAnswer {
        try await core.answer(
            core.cacheRequest(
                request, policy: policy, constraints: constraints, validate: validate))
    }

    /// Returns a sequence of the answers to a request: the first one by a policy, then each newer one.
    ///
    /// By default, the first element is the stored answer. If it is not fresh, the client asks the server, and asks again each
    /// time the path meets the constraints again. If the server fails, the client repeats the request while the task iterates
    /// over the sequence: the first time after 15 seconds, later after up to 5 minutes. The sequence also yields the answers
    /// to the same requests of other callers. A slow consumer gets only the newest answer.
    ///
    /// Many servers forbid the use of an answer that was not validated (`no-cache`, `must-revalidate`). To show it without a
    /// network nevertheless, pass `.storedFirst.overridingServer`.
    ///
    /// The sequence ends when its task is cancelled. It keeps the client alive. It does not throw: without a stored answer
    /// and without a network, it waits. For a request whose answers are not stored, it is empty.
    ///
    /// - Parameters:
    ///   - request: the request, a `GET`.
    ///   - policy: the preferred source of the first answer. With ``OfflinePolicy/storedOnly``, the client does not ask the
    ///     server, and only the answers to other callers follow.
    ///   - constraints: the requirements for the path; see ``answer(for:_:constraints:validate:)``.
    ///   - validate: returns whether an answer has the expected content; see ``answer(for:_:constraints:validate:)``.
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

    /// Marks the stored answers for the URL of a request as changed, for all accounts, so that they are validated before their
    /// next use.
    ///
    /// A successful request of this client that changes something does the same. Call the method after another change of the
    /// resource, for example when an upload of an outbox has arrived. Answers to requests that are under way, in any process,
    /// count as older than the change.
    ///
    /// The call waits for the disk, and up to ten seconds for another process that writes.
    ///
    /// - Throws: ``OfflineError/unsupportedURL``, `StoreError`.
    public func invalidate(_ request: URLRequest) async throws {
        let url = try core.cacheRequest(request).key.url
        try await core.invalidate([url])
    }

    /// Removes the stored answers for the URL of a request and the client's account.
    ///
    /// Answers to requests that are under way, in any process, are not stored, and later calls do not get them. The removed
    /// answers do not remain in the files.
    ///
    /// The call waits for the disk, and up to ten seconds for another process that uses the store.
    ///
    /// - Throws: ``OfflineError/unsupportedURL``, `StoreError`.
    public func remove(_ request: URLRequest) async throws {
        let key = try core.cacheRequest(request).key
        try await core.remove(key)
    }

    /// Removes all stored answers of the client's account, for example when its user signs out.
    ///
    /// Answers to requests that are under way, in any process, are not stored, and later calls do not get them. Requests of
    /// this client that wait to be sent in the background are not sent. The removed answers do not remain in the files.
    ///
    /// The call waits for the disk, and up to ten seconds for another process that uses the store.
    ///
    /// - Throws: `StoreError`.
    public func removeAll() async throws(StoreError) {
        try await core.remove(nil)
    }
}

extension OfflineClient {
    /// The session, the account, and the limits of the store of a client.
    public struct Configuration: Sendable {
        /// The configuration of the client's session, which the client copies. It ignores `urlCache` and
        /// `requestCachePolicy`, because the client itself is the cache.
        public var session: URLSessionConfiguration
        /// The account for which answers are stored, such as the name of the signed-in user; `nil` or empty for all users.
        ///
        /// A client never uses the answers of another account, and a client without an account never uses the answers of
        /// an account. The answer to a request with credentials (`Authorization`, or user and password in the URL) is
        /// stored only with an account.
        public var account: String?
        /// The maximum size of all stored answers, in bytes: content, header, and 256 bytes each. Above it, the client
        /// removes the least recently used answers.
        public var totalSize: Int64
        /// The maximum size of a stored answer, in bytes. Larger answers are returned, but not stored.
        public var answerSize: Int64
        /// The maximum number of concurrent requests that validate stored answers in the background.
        public var concurrentRevalidations: Int
        /// The time over which requests that waited for the network are spread.
        public var revalidationSpread: Duration
        /// Returns whether an answer has the expected content, for example a document that the program can decode. It is
        /// called on any thread, for each new answer to a `GET` that may be stored and has a status from 200 to 299.
        ///
        /// The client does not store an answer that this closure rejects, and uses the stored answer. So it recognizes every
        /// page of a captive portal. Without the closure, it recognizes a portal by the status 511; for requests without
        /// encryption, by a redirection to another server; and by a page (`text/html`) where the stored answer is no page,
        /// for requests without encryption and after a redirection. If a URL with encryption leads to one without, and nothing
        /// is stored, any page counts as that of a portal.
        public var validate: @Sendable (Data, HTTPURLResponse) -> Bool
        /// Called on any thread when the store cannot be read or written, or had a damaged answer. The client then works
        /// without the store.
        public var onStoreFailure: @Sendable (StoreError) -> Void

        /// Creates a configuration. By default, the client stores up to 64 MiB of answers of up to 8 MiB each.
        public init(
            session: URLSessionConfiguration = .default,
            account: String? = nil,
            totalSize: Int64 = 64 << 20,
            answerSize: Int64 = 8 << 20,
            concurrentRevalidations: Int = 2,
            revalidationSpread: Duration = .seconds(5),
            validate: @escaping @Sendable (Data, HTTPURLResponse) -> Bool = { _, _ in true },
            onStoreFailure: @escaping @Sendable (StoreError) -> Void = { _ in }
        ) {
            self.session = session
            self.account = account
            self.totalSize = totalSize
            self.answerSize = answerSize
            self.concurrentRevalidations = concurrentRevalidations
            self.revalidationSpread = revalidationSpread
            self.validate = validate
            self.onStoreFailure = onStoreFailure
        }
    }
}
