// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability

/// The choice of the interfaces that are shown.
struct InterfaceSelection {
    /// The names from the command line; empty for the default choice.
    var names: [String] = []
    /// Whether the default choice is all interfaces, not only those of interest.
    var showsAll = false

    /// Returns the chosen interfaces of a path.
    ///
    /// - Throws: ``Failure`` with exit code 64 if a named interface does not exist, and with 69 if that is not known.
    func interfaces(of path: NetworkPath) throws -> [NetworkInterface] {
        if names.isEmpty { return showsAll ? path.interfaces : path.interfacesOfInterest }
        if let refusal = path.kernelRefusal {
            throw Failure(
                reason: "nothing is known of interfaces: \(refusal.escaped)", code: ExitCode(69))
        }
        let interfaces = path.interfaces
        var wanted: Set<Int> = []
        for name in names {
            guard
                let interface = interfaces.first(where: { $0.name.isSameText(as: name) })
                    ?? interfaces.first(where: {
                        $0.alternativeNames.contains { $0.isSameText(as: name) }
                    })
            else {
                let known = interfaces.sorted { $0.index < $1.index }.map(\.name.escaped)
                throw Failure.usage(
                    "no such interface: '\(name.escaped)'; the interfaces are: "
                        + known.joined(separator: ", "))
            }
            wanted.insert(interface.index)
        }
        return interfaces.filter { wanted.contains($0.index) }
    }
}
