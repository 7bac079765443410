// SPDX-License-Identifier: Apache-2.0

package import DurableStore
package import LinuxSystem

/// A right of the worker of a store, which one process has at a time.
///
/// The kernel takes it back when the process ends, however it ends. A command that the worker runs inherits neither right; its
/// guard has the right to start commands, too.
package final class WorkerLock: Sendable {
    /// The result of an attempt to become the worker.
    package enum Attempt: Sendable {
        case acquired(WorkerLock)
        /// Another process is the worker; its number, or `nil` if it has not written it yet.
        case taken(by: Int32?)
    }

    /// What the right allows.
    package enum Right: Sendable {
        /// To be the worker.
        case work
        /// To start commands. Guards of commands hold it, too: it is free once a killed worker's commands are gone.
        case commands

        fileprivate func path(_ location: StoreLocation) -> String {
            switch self {
            case .work: location.workerLock
            case .commands: location.commandLock
            }
        }

        /// What the file has for other processes: the number of this one. That of the commands has their groups.
        fileprivate var note: String? {
            switch self {
            case .work: "\(processIdentifier)\n"
            case .commands: nil
            }
        }
    }

    /// How long to wait for the right before another worker is reported, in milliseconds. A program that cancels transfers
    /// has it for a moment while it removes partial files.
    package static let patience: Int64 = 1000

    /// The lock of the right's file.
    package let file: FileLock

    fileprivate init(_ file: FileLock) { self.file = file }

    /// Becomes the worker of a store, if there is none, or gets another right of it. The folder of the store must exist.
    ///
    /// - Parameter patience: how long the thread blocks at most until other processes have released the right, in
    ///   milliseconds.
    package static func acquire(
        _ location: StoreLocation, _ right: Right = .work, patience: Int64 = 0
    ) throws(StoreError) -> Attempt {
        let path = right.path(location)
        do throws(SystemError) {
            switch try FileLock.acquire(path, note: right.note, patience: patience) {
            case .acquired(let lock): return .acquired(WorkerLock(lock))
            case .taken(let note):
                return .taken(by: Int32(String(note.unicodeScalars.prefix { $0 != "\n" })))
            }
        } catch {
            throw StoreError(error, path, .transfers)
        }
    }

    /// Gets a right, and blocks until it is free.
    fileprivate static func wait(
        _ location: StoreLocation, _ right: Right
    ) -> Result<WorkerLock, StoreError> {
        let path = right.path(location)
        do throws(SystemError) {
            return .success(WorkerLock(try FileLock.wait(path, note: right.note)))
        } catch {
            return .failure(StoreError(error, path, .transfers))
        }
    }
}

/// Waits for a right of the worker of a store, without polling.
///
/// No descriptor becomes ready when a lock is free, so a thread blocks in `flock(2)`. It ends with the process, or when
/// it has the lock.
package final class WorkerLockWait: Sendable {
    /// The descriptor that is ready when ``take()`` has something to return.
    package var descriptor: Int32 { outcome.descriptor }
    private let outcome: Mailbox<Result<WorkerLock, StoreError>>

    /// Begins to wait. The folder of the store must exist.
    ///
    /// - Throws: ``SystemError`` if the system has no thread or descriptor for that, which says nothing of the store.
    package init(_ location: StoreLocation, _ right: WorkerLock.Right = .work) throws(SystemError) {
        let outcome = try Mailbox<Result<WorkerLock, StoreError>>()
        self.outcome = outcome
        try SystemThread.start(name: "worker-lock") {
            outcome.post(WorkerLock.wait(location, right))
        }
    }

    /// Returns the right, once; `nil` while another process has it.
    package func take() throws(StoreError) -> WorkerLock? {
        try outcome.take().first?.get()
    }
}
