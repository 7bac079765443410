// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A thread outside the pools of Swift's runtime (pthreads(7)), for work that blocks.
package enum SystemThread {
    /// Starts a detached thread, which ends when its body returns.
    ///
    /// - Parameter name: up to 15 bytes, as `ps -L` and debuggers show it.
    /// - Throws: ``SystemError`` if the system cannot create another thread.
    package static func start(
        name: String,
        _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        // All signals are blocked, so that the program's own threads handle them.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                unsafe clx_set_thread_name(work.name)
                work.body()
                return nil
            }, work.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard result == 0 else {
            unsafe work.release()
            throw SystemError(operation: "start a thread (pthread_create)", errno: result)
        }
        pthread_detach(thread)
    }

    private final class Work {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}

/// The Swift task that is running.
package enum CurrentTask {
    /// A number that differs between tasks that exist at the same time, such as a task and its child; `nil` outside of
    /// tasks.
    package static var identity: Int? {
        unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
    }
}
