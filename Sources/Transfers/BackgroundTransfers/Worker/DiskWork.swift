// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Does the work that waits for the disk on other threads than the worker's.
final class DiskWork {
    private let disk: BackgroundThread
    /// Computes digests, which takes minutes for large files, while others sync.
    private let digests: BackgroundThread
    private let results: Mailbox<Outcome>

    private struct Outcome: Sendable {
        let id: Transfer.ID
        let token: String
        let body: @Sendable (any TransferDriver) -> Void
    }

    init() throws(SystemError) {
        results = try Mailbox()
        disk = try BackgroundThread(name: "transfer-disk")
        digests = try BackgroundThread(name: "transfer-digest")
    }

    /// The descriptor that is readable when ``receive(_:)`` has something to do.
    var descriptor: Int32 { results.descriptor }

    /// Does work for a driver in the background, and continues with the driver when it is done.
    ///
    /// - Parameters:
    ///   - isLong: whether the work may take minutes.
    ///   - failed: what follows if it fails.
    func perform<Driver: TransferDriver, Value: Sendable>(
        _ driver: Driver,
        isLong: Bool = false,
        _ work: @escaping @Sendable () throws(FileError) -> Value,
        then body: @escaping @Sendable (Driver, Value) -> Void,
        failed: @escaping @Sendable (Driver, FileError) -> Void
    ) {
        let (id, token) = (driver.id, driver.context.token)
        (isLong ? digests : disk).perform { [results] in
            let next: @Sendable (Driver) -> Void
            do throws(FileError) {
                let value = try work()
                next = { body($0, value) }
            } catch {
                let failure = error
                next = { failed($0, failure) }
            }
            results.post(
                Outcome(id: id, token: token) { driver in
                    if let driver = driver as? Driver { next(driver) }
                })
        }
    }

    /// Continues with the drivers whose work is done.
    ///
    /// - Parameter drivers: the drivers that there are.
    func receive(_ drivers: (Transfer.ID) -> (any TransferDriver)?) {
        for outcome in results.take() {
            guard let driver = drivers(outcome.id), driver.context.token == outcome.token else {
                continue
            }
            outcome.body(driver)
        }
    }
}

/// A thread that does work which waits for the disk, one piece after the other, for a worker that must not wait.
final class BackgroundThread: Sendable {
    /// A piece of work; `nil` ends the thread.
    private typealias Piece = (@Sendable () -> Void)?

    private let work: Mailbox<Piece>

    /// Starts the thread.
    init(name: String) throws(SystemError) {
        let work = try Mailbox<Piece>()
        self.work = work
        try SystemThread.start(name: name) { Self.run(work) }
    }

    deinit { work.post(nil) }

    /// Adds a piece of work.
    func perform(_ piece: @escaping @Sendable () -> Void) { work.post(piece) }

    private static func run(_ work: Mailbox<Piece>) {
        let interest = PollSet.Interest(work.descriptor, reads: true)
        while true {
            for piece in work.take() {
                guard let piece else { return }
                piece()
            }
            _ = interest.isMet(within: nil)
        }
    }
}

/// Cancels work on another thread whose result is no longer needed.
final class Cancellation: Sendable {
    private struct State {
        var hasBegun = false
        var isCancelled = false
    }

    private let state = Lock(State())

    /// Whether the work is given up.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Notes that the work begins.
    ///
    /// - Returns: whether it is still wanted.
    func begin() -> Bool {
        state.withLock { state in
            state.hasBegun = true
            return !state.isCancelled
        }
    }

    /// Gives the work up.
    ///
    /// - Returns: whether it had begun.
    @discardableResult
    func cancel() -> Bool {
        state.withLock { state in
            state.isCancelled = true
            return state.hasBegun
        }
    }
}
