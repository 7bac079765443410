// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A value that one thread at a time can use (`pthread_mutex_t`).
///
/// `Synchronization.Mutex` does the same, but the thread sanitizer does not know it on Linux, and reports every use as a
/// race (Swift 6.3).
@safe package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Creates a lock around a value.
    package init(_ value: consuming sending Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "pthread_mutex_init: \(result)")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deinitialize(count: 1)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value. `body` must not lock the same value again.
    package func withLock<Output, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Output
    ) throws(Failure) -> sending Output {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
