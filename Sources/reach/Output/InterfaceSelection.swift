// SPDX-License-Identifier: Apache-2.0

import Reachability

/// Which interfaces of a path are shown.
struct InterfaceSelection {
    /// The names that were asked for; none for those that are shown unasked.
    var names: [String] = []
    /// Whether all are shown unasked, and not only those of interest.
    var showsAll = false

    /// Calls `body` with one interface after the other: all of a machine may be many thousands.
    ///
    /// - Throws: ``Failure`` with exit code 64 if one is not there, before the first call; and what
    ///   `body` throws.
    func forEach(of path: NetworkPath, _ body: (NetworkInterface) throws -> Void) throws {
        if names.isEmpty && showsAll {
            try path.forEachInterface(body)
        } else {
            for interface in try interfaces(of: path) { try body(interface) }
        }
    }

    /// The interfaces.
    ///
    /// - Throws: ``Failure`` with exit code 64 if one is not there.
    func interfaces(of path: NetworkPath) throws -> [NetworkInterface] {
        if names.isEmpty { return showsAll ? path.interfaces : path.interfacesOfInterest }
        let interfaces = path.interfaces
        var wanted: Set<Int> = []
        for name in names {
            guard
                let interface = interfaces.first(where: { $0.name == name })
                    ?? interfaces.first(where: { $0.alternativeNames.contains(name) })
            else {
                let known = interfaces.sorted { $0.index < $1.index }.map(\.name.escaped)
                throw Failure.usage(
                    "there is no interface '\(name.escaped)'; there are: "
                        + known.joined(separator: ", "))
            }
            wanted.insert(interface.index)
        }
        return interfaces.filter { wanted.contains($0.index) }
    }
}
