// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import Foundation
internal import HTTPEngine
internal import LinuxSystem
public import NetworkReachability

/// The downloads and uploads of a program, in a queue that survives the end of the program and a reboot.
///
/// A session with the same identifier has the same transfers when the program comes back, as a `URLSession` with a
/// background configuration on Apple's systems. The transfers are performed by a worker in another process
/// (`reach-transfer.service`, or `reach queue run`), or by ``runWorker(configuration:)``.
///
/// ```swift
/// let session = try TransferSession(identifier: "org.example.maps")
/// let id = try await session.download(
///     from: url, to: file, constraints: .discretionary,
///     options: TransferOptions(key: "tiles-7", deadline: .run(after: .days(3))))
/// ```
///
/// All methods can be called from any task. They wait for the disk, and up to ten seconds for another process that writes
/// to the store, but do not block the thread of the caller.
public struct TransferSession: Sendable {
    /// The identifier, by which the session finds its transfers again.
    public let identifier: String
    let store: TransferStore
    private let queue: DispatchQueue

    /// Opens the session of a program. The store is made if there is none.
    ///
    /// The call waits for the disk.
    ///
    /// - Parameters:
    ///   - identifier: a name that no other program of the user has, such as `org.example.maps`.
    ///   - store: the folder of the store; `nil` for the user's, which `reach queue` shows, too.
    /// - Throws: `StoreError` if the store cannot be used.
    public init(identifier: String, store: URL? = nil) throws {
        self.identifier = identifier
        let location = try store.map { StoreLocation(folder: $0.path) } ?? .standard()
        self.store = try TransferStore(at: location)
        queue = DispatchQueue(label: "org.reach.transfers.\(identifier)")
    }

    // MARK: - Adding

    /// Adds a download. When the call returns, it is stored, even if the program is killed then.
    ///
    /// - Parameters:
    ///   - url: the address, of http or https. User and password in it are kept apart from it, in a file that only its
    ///     owner can read.
    ///   - destination: the file, or an existing folder, to which the server's name for the file is added.
    ///   - constraints: what the path to the server must meet before and while the download runs.
    ///   - options: how the download is done.
    /// - Returns: the number of the new transfer, or that of the one with the same key, if ``TransferOptions/existing``
    ///   keeps it.
    /// - Throws: ``TransferSessionError`` if an argument is invalid; ``TransferError`` if the destination exists, cannot
    ///   be written, or is that of another transfer; `StoreError`.
    public func download(
        from url: URL,
        to destination: URL,
        constraints: NetworkConstraints = .connected,
        options: TransferOptions = TransferOptions()
    ) async throws -> Transfer.ID {
        let address = try Self.check(url, options, of: .download)
        guard destination.isFileURL else {
            throw TransferSessionError.invalidDestination(destination.absoluteString)
        }
        let path = destination.standardizedFileURL.path
        let isFolder = destination.hasDirectoryPath || Self.isFolder(path)
        let new = NewTransfer(
            download: address, to: isFolder ? .folder(path) : .file(path),
            condition: Condition(constraints: constraints), options: options, session: identifier,
            mode: 0o666 & ~fileCreationMask)
        return try await add(new)
    }

    /// Adds an upload. When the call returns, it is stored, even if the program is killed then.
    ///
    /// The file is read while it is sent, so it must stay until the upload has ended. If its content changes meanwhile, the
    /// upload fails with the error code ``TransferError/Code/changed``.
    ///
    /// - Parameters:
    ///   - file: the file. A symbolic link is followed now, and not when the file is sent.
    ///   - url: the address, of http or https. User and password in it are kept apart from it, in a file that only its
    ///     owner can read.
    ///   - method: how the file is sent.
    ///   - constraints: what the path to the server must meet before and while the upload runs.
    ///   - options: how the upload is done. If they have a digest, nothing is sent unless the file has it.
    ///     ``TransferOptions/overwrites`` is ignored.
    /// - Returns: the number of the new transfer, or that of the one with the same key, if ``TransferOptions/existing``
    ///   keeps it.
    /// - Throws: ``TransferSessionError`` if an argument is invalid; ``TransferError`` if the file cannot be read;
    ///   `StoreError`.
    public func upload(
        file: URL,
        to url: URL,
        method: UploadMethod = .automatic,
        constraints: NetworkConstraints = .connected,
        options: TransferOptions = TransferOptions()
    ) async throws -> Transfer.ID {
        let address = try Self.check(url, options, of: .upload)
        guard file.isFileURL else {
            throw TransferSessionError.invalidSource(file.absoluteString)
        }
        return try await add(
            NewTransfer(
                upload: address, from: file.standardizedFileURL.path, method: method,
                condition: Condition(constraints: constraints), options: options,
                session: identifier))
    }

    func add(_ new: NewTransfer) async throws -> Transfer.ID {
        try await perform { store in
            let added = try store.add([new], now: RealTimeClock.milliseconds)
            // Where systemd listens for the worker, it starts it. A worker that runs sees the change anyway.
            store.callWorker()
            return added[0].record.id
        }
    }

    /// Checks what downloads and uploads have in common.
    ///
    /// - Returns: the address.
    private static func check(
        _ url: URL, _ options: TransferOptions, of kind: Transfer.Kind
    ) throws -> String {
        let address = url.absoluteString
        let withoutUser = URLSecrets.split(address).url
        do throws(URLParts.ParseError) {
            // libcurl takes http:/u:p@host/ and http:///u:p@host/, too, whose user would stay in the database; and browsers
            // take a backslash for a slash, so that they would ask another host.
            let (whole, stored) = (try URLParts(address), try URLParts(withoutUser))
            guard stored.user == nil, stored.password == nil, stored.host == whole.host,
                !address.utf8.contains(UInt8(ascii: "\\"))
            else { throw .malformed("it is not clear what its host is") }
        } catch {
            switch error {
            case .malformed, .scheme: throw TransferSessionError.invalidURL(withoutUser)
            case .noParser(let error): throw error
            }
        }
        for header in options.headers where !header.isAllowed(for: kind) {
            throw TransferSessionError.invalidHeader(header.name)
        }
        if let count = options.sha256?.count, count != 32 {
            throw TransferSessionError.invalidDigest(count)
        }
        return address
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileEntry(at: path)) == .folder
    }

    // MARK: - Reading

    /// The transfers of the session that are not acknowledged, in the order in which they were added.
    ///
    /// - Throws: `StoreError`.
    public func transfers() async throws -> [Transfer] {
        let filter = TransferStore.Filter(session: identifier)
        return try await perform { try $0.transfers(matching: filter) }
    }

    /// A transfer of the session; `nil` if there is none with this number.
    ///
    /// - Throws: `StoreError`.
    public func transfer(_ id: Transfer.ID) async throws -> Transfer? {
        let session = identifier
        return try await perform { store in
            guard let transfer = try store.transfer(id), transfer.session == session
            else { return nil }
            return transfer
        }
    }

    /// The events of the session's transfers, also those from before the call, and the progress of running
    /// transfers.
    ///
    /// The sequence ends when its task is cancelled. Events of transfers that are acknowledged and removed are gone, and so
    /// is all but the last of several ``TransferEvent/Kind/waiting`` in a row. Of a job, the last 200 events are kept.
    ///
    /// - Parameter sequence: the number of the last event that the program knows; 0 for all.
    public func events(after sequence: Int64 = 0) -> TransferEvents {
        TransferEvents(session: self, after: sequence)
    }

    // MARK: - Commands

    /// Stops a transfer until it is resumed. What was received stays; an upload by `PUT` or `POST` begins again.
    ///
    /// - Throws: ``TransferSessionError``, `StoreError`.
    public func pause(_ id: Transfer.ID) async throws { try await order(.pause, id) }

    /// Resumes a paused transfer.
    ///
    /// - Throws: ``TransferSessionError``, `StoreError`.
    public func resume(_ id: Transfer.ID) async throws { try await order(.resume, id) }

    /// Cancels a transfer, and removes what was received. What a server has of an upload stays there.
    ///
    /// If another process performs the transfers, that process removes the file soon after.
    ///
    /// - Throws: ``TransferSessionError``, `StoreError`.
    public func cancel(_ id: Transfer.ID) async throws { try await order(.cancel, id) }

    /// Retries a transfer that has failed, or that waits for its next attempt, at once. A deadline that has passed is
    /// dropped.
    ///
    /// - Throws: ``TransferSessionError``, `StoreError`.
    public func retry(_ id: Transfer.ID) async throws { try await order(.retry(deadline: nil), id) }

    /// Acknowledges the end of a transfer, which is then removed from the queue.
    ///
    /// - Throws: ``TransferSessionError`` if the transfer has not ended; `StoreError`.
    public func acknowledge(_ id: Transfer.ID) async throws { try await order(.acknowledge, id) }

    private func order(_ command: UserCommand, _ id: Transfer.ID) async throws {
        let session = identifier
        let obstacles = try await perform { store in
            try store.carryOut(
                command, for: .transfers([id]), session: session, now: RealTimeClock.milliseconds)
        }
        if let obstacle = obstacles.first { throw obstacle }
    }

    /// Does work that waits for the disk.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (TransferStore) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try work(store) }) }
        }
    }
}

extension TransferOptions.Header {
    /// Whether a caller may set the field.
    fileprivate func isAllowed(for kind: Transfer.Kind) -> Bool {
        let isToken =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
        let isOurs = Self.ownNames.contains(name.lowercased())
        let isOurUpload = kind == .upload && Self.ownUploadNames.contains(name.lowercased())
        return isToken && !isOurs && !isOurUpload
            && !value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
    }

    /// The fields that transfers set themselves.
    private static let ownNames: Set<String> = ["host", "range", "if-range", "accept-encoding"]
    /// The fields that uploads set themselves.
    private static let ownUploadNames: Set<String> = [
        "content-length", "transfer-encoding", "expect", "tus-resumable", "upload-offset",
        "upload-length",
    ]
}

extension TransferSession {
    /// Performs the transfers of the store, until the task is cancelled: for programs on systems without systemd, where no
    /// `reach queue run` does it.
    ///
    /// The work is done on a thread of its own. Transfers stop at a checkpoint when the task is cancelled, and the call
    /// returns within five seconds. Commands and units that the command line has given (`reach fetch --then`) are not run;
    /// the next `reach queue run` does that.
    ///
    /// - Parameter configuration: the probes, the settings of interfaces, the places, the data plans, and the check
    ///   whether the internet answers, for constraints with `NetworkConstraints.requiresValidation`.
    /// - Throws: ``TransferSessionError/workerRuns(_:)`` if there is a worker; `StoreError`;
    ///   `NetworkAccessError` if the kernel's netlink cannot be used; an error whose description names the library if libcurl
    ///   or libcrypto cannot be loaded.
    public func runWorker(
        configuration: PathMonitor.Configuration = PathMonitor.Configuration()
    ) async throws {
        let stop = try WakeUpEvent()
        let validation = configuration.validation
        let question = PathQuestion(
            probes: configuration.probes, overrides: configuration.overrides,
            places: configuration.places,
            plans: DataPlans(configuration.plans, usage: configuration.planUsage))
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try SystemThread.start(name: "transfers") { [store] in
                        continuation.resume(
                            with: Result {
                                try Self.work(
                                    store, .init(question: question, validation: validation),
                                    until: stop)
                            })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            stop.wake()
        }
    }

    private static func work(
        _ store: TransferStore, _ configuration: TransferWorker.Configuration,
        until stop: WakeUpEvent
    ) throws {
        let lock: WorkerLock
        switch try WorkerLock.acquire(store.location, patience: WorkerLock.patience) {
        case .acquired(let acquired): lock = acquired
        case .taken(let process): throw TransferSessionError.workerRuns(process)
        }
        let worker = try TransferWorker(
            store, lock,
            TransferWorker.Settings(configuration, userAgent: "BackgroundTransfers"))
        let interest = PollSet.Interest(stop.descriptor, reads: true)
        while try worker.turn(beside: [interest]).isEmpty {}
        try worker.end(beside: nil)
    }
}
