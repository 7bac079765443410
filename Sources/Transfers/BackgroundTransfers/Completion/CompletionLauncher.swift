// SPDX-License-Identifier: Apache-2.0

/// Runs the commands and starts the units that wait for the end of transfers.
///
/// It is used on the worker's thread, and must not block it.
package protocol CompletionLauncher: AnyObject {
    /// A descriptor that is readable when ``ended()`` may have something to return.
    var descriptor: Int32 { get }

    /// Starts a command or a unit. The result comes from ``ended()``, also if nothing could be started.
    func start(_ request: CompletionRequest)

    /// The requests that have ended since the last call.
    func ended() -> [CompletionResult]
}
