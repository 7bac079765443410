// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Checks the connectivity of paths on the thread of a ``PathTracker``, which waits for both.
package protocol PathProber: AnyObject {
    /// Starts a check. No other one is under way.
    func start(_ attempt: ValidationMachine.Attempt)
    /// Ends the check that is under way, without a result.
    func cancel()
    /// Adds the descriptors to wait for.
    func add(to ready: inout PollSet)
    /// When to call ``receive()`` even if nothing is ready, by ``MonotonicClock``; `nil` for never.
    var due: Int64? { get }
    /// Handles what is ready.
    ///
    /// - Returns: the result of the check; `nil` while there is none.
    func receive() -> ConnectivityAnswer?
}
