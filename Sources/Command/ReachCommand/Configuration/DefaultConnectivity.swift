// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
import NetworkReachability

/// The connectivity check for a configuration without `connectivity`, while NetworkManager does not check: that of
/// NetworkManager's configuration files, which distributions install.
package enum DefaultConnectivity: Sendable, Hashable {
    /// The files have an address.
    case settings(ConnectivitySettings)
    /// The files have an address that is not asked.
    case refused(reason: String)
    /// The files have no address.
    case absent

    /// Reads the files of NetworkManager. They are read only for a check.
    ///
    /// - Parameter root: the folder below which the files are.
    package init(root: SystemRoot = .system) {
        // A process that lacks descriptors fails elsewhere, with a message.
        let check = (try? NetworkManagerFiles(root: root).readCheck()) ?? nil
        self = check.map(Self.init) ?? .absent
    }

    /// - Parameter check: the check that the files describe.
    init(_ check: NetworkManagerCheck) {
        if let offSwitch = check.offSwitch {
            self = .refused(reason: "\(offSwitch.escaped) switches the check of its files off")
            return
        }
        do throws(ProbeAddress.Fault) {
            var settings = ConnectivitySettings(url: try ProbeAddress(check.address).text)
            settings.expectedText = check.response.isEmpty ? nil : check.response
            settings.rules.interval = check.interval * 1000
            settings.networkManagerFile = check.file
            self = .settings(settings)
        } catch {
            self = .refused(
                reason: "the address \(check.address.bounded(to: 200).escaped) of "
                    + "\(check.file.escaped) \(error.explanation)")
        }
    }

    /// The check; `nil` if there is none.
    package var settings: ConnectivitySettings? {
        if case .settings(let settings) = self { settings } else { nil }
    }
}
