// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Who resolves the names of hosts: the system, or a test.
package protocol HostResolving: Sendable {
    /// Resolves a name as it is from now on, on another thread unless that takes no time, and tells.
    /// No lock may be held.
    func resolve(_ host: HostName, _ listener: @escaping HostResolver.Listener)
}

extension HostResolver: HostResolving {}
