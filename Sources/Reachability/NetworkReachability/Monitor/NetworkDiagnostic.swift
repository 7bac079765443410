// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A report about the library's own work: a source of changes that it cannot observe, an answer
/// that is missing, or a problem that has ended.
///
/// Monitors continue when something fails, and return the best answer that they have. A handler
/// learns what failed, for example for a log:
///
/// ```swift
/// NetworkDiagnostic.handler = { diagnostic in
///     print("\(diagnostic.level) [\(diagnostic.code)] \(diagnostic)")
/// }
/// ```
///
/// A problem is reported when it begins and when it ends, not repeatedly. Changes of the network
/// are no diagnostics: a ``PathMonitor`` reports them.
public struct NetworkDiagnostic: Sendable, Hashable {
    /// The level of a diagnostic. The raw values are the names of swift-log's levels.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// Something that is no problem.
        case info
        /// A problem has ended, or was solved.
        case notice
        /// Changes can be noticed late, or an answer is missing.
        case warning
        /// Paths cannot be evaluated.
        case error
    }

    /// The kind of a diagnostic, with a stable name.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The kernel cannot be queried (``PathMonitor/Mode-swift.enum/unavailable(_:)``).
        case unavailable
        /// The kernel does not report every change, so that the network is read every ten seconds
        /// (``PathMonitor/Mode-swift.enum/polling(_:)``).
        case polling
        /// The kernel can be queried again, or reports all changes again.
        case recovered
        /// A source of changes cannot be observed (``PathMonitor/limitations``).
        case limited
        /// A source of changes can be observed again.
        case limitationEnded
        /// The whole network was read again, because messages of the kernel were lost or a socket
        /// failed.
        case resync
        /// Messages were discarded because the kernel was not their sender.
        case foreignMessages
        /// Every message about routes or neighbors is received, because the kernel's filter cannot be used.
        case filterOpen
        /// NetworkManager's answer about costs is missing.
        case networkManagerMissing
        /// NetworkManager or the system bus has ended, or turned out not to run.
        case networkManagerEnded
        /// NetworkManager has answered after its answer was missing, or runs again.
        case networkManagerAnswered
    }

    /// How important the diagnostic is.
    public let level: Level
    /// The kind of diagnostic, for programs.
    public let code: Code
    /// A sentence for people, in English. It can contain text of the system, such as the names of
    /// files.
    public let description: String

    init(_ level: Level, _ code: Code, _ description: String) {
        self.level = level
        self.code = code
        self.description = description
    }
}

extension NetworkDiagnostic: CustomStringConvertible {}

extension NetworkDiagnostic {
    /// The type of the closure that receives diagnostics.
    public typealias Handler = @Sendable (NetworkDiagnostic) -> Void

    private static let currentHandler = Lock<Handler?>(nil)

    /// The closure that receives the diagnostics of the process; `nil`, the default, for none.
    ///
    /// There is one handler for the process, because all monitors share one thread and its sockets.
    /// The program sets it, before it starts the first monitor; a library should leave it alone.
    /// Diagnostics from before are not repeated.
    ///
    /// The handler is called on the thread that found the problem: usually that of the monitors,
    /// which waits for the handler. It should return soon. There is one call at a time: what another
    /// thread finds meanwhile, or the handler itself by a query of the current path, follows on the
    /// same thread.
    public static var handler: Handler? {
        get { currentHandler.withLock(\.self) }
        set {
            // The old handler is released without the lock: its end may call this property.
            let old = currentHandler.withLock { handler in
                let old = handler
                handler = newValue
                return old
            }
            withExtendedLifetime(old) {}
        }
    }

    /// The diagnostics for which the handler was not called yet; `nil` while no thread calls it.
    private static let pending = Lock<[NetworkDiagnostic]?>(nil)

    /// Passes diagnostics to the handler. The caller must not hold a lock.
    package static func report(_ diagnostics: [NetworkDiagnostic]) {
        guard !diagnostics.isEmpty, handler != nil else { return }
        let isFirst = pending.withLock { pending in
            defer { pending = (pending ?? []) + diagnostics }
            return pending == nil
        }
        // Otherwise, the thread that calls the handler passes these on, too.
        guard isFirst else { return }
        while case let next = takePending(), !next.isEmpty {
            for diagnostic in next { handler?(diagnostic) }
        }
    }

    /// Takes the next diagnostics for the handler; none if the caller is done.
    private static func takePending() -> [NetworkDiagnostic] {
        pending.withLock { pending in
            let next = pending ?? []
            pending = next.isEmpty ? nil : []
            return next
        }
    }
}
