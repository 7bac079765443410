// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The right to be the worker of a store, which one process has at a time.
///
/// The kernel takes it back when the process ends, however it ends. A command that the worker runs does not inherit it.
package final class WorkerLock: Sendable {
    /// What came of the attempt to become the worker.
    package enum Attempt: Sendable {
        case acquired(WorkerLock)
        /// Another process is the worker; its number, or `nil` if it has not written it yet.
        case taken(by: Int32?)
    }

    private let lock: FileLock

    private init(_ lock: FileLock) { self.lock = lock }

    /// Becomes the worker of a store, if there is none. The folder of the store must exist.
    package static func acquire(_ location: StoreLocation) throws(TransferStoreError) -> Attempt {
        do throws(SystemError) {
            switch try FileLock.acquire(location.workerLock, note: "\(processIdentifier)\n") {
            case .acquired(let lock): return .acquired(WorkerLock(lock))
            case .taken(let note): return .taken(by: Int32(note.prefix(while: \.isNumber)))
            }
        } catch {
            throw TransferStoreError(error, location.workerLock)
        }
    }
}
