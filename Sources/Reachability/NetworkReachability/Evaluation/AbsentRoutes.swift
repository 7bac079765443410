// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces through which the kernel has no route to an address.
///
/// Most interfaces of a machine with many addresses lead to no default route. An evaluation does not query routes through
/// these again until a change may have made one (``RouteScope``). So an event costs the same beside ten interfaces and
/// beside thousands.
///
/// (A class, because evaluations add to it. It belongs to one thread.)
final class AbsentRoutes {
    private struct Absence {
        /// No query through these interfaces found a route.
        var none = InterfaceSet()
        /// A query with a source address of these interfaces found a route through another interface, or one that rejects
        /// packets. It may hide a route from that source, so any change of an IPv6 route matters.
        var hidden = InterfaceSet()
    }

    private var absences: [AddressBytes: Absence] = [:]
    /// A number that rises with each change that may have added a route. The result of an evaluation under another
    /// number may differ.
    private(set) var generation = 0

    /// The interfaces of a set through which there may be a route to an address.
    func remaining(of interfaces: InterfaceSet, to destination: AddressBytes) -> InterfaceSet {
        guard let absence = absences[destination] else { return interfaces }
        return interfaces.subtracting(absence.none).subtracting(absence.hidden)
    }

    /// Whether there is no route for a query.
    func cover(_ query: RouteQuery) -> Bool {
        guard let interface = query.interface, query.matchesEntry, query.mark == nil,
            query.ports == nil, let absence = absences[query.destination]
        else { return false }
        return absence.none.contains(interface) || absence.hidden.contains(interface)
    }

    /// Notes that there is no route through an interface to an address.
    ///
    /// - Parameter mayBeHidden: whether a query found a route through another interface, or one that rejects packets.
    func note(_ interface: UInt32, to destination: AddressBytes, mayBeHidden: Bool) {
        if mayBeHidden {
            absences[destination, default: Absence()].hidden.insert(interface)
        } else {
            absences[destination, default: Absence()].none.insert(interface)
        }
    }

    /// Forgets the absences that a change of some routes may have ended.
    func forget(_ part: StaleRoutes, newThrough newRoutes: RouteScope) {
        for (destination, absence) in absences where part.concerns(destination.family) {
            var rest = absence
            rest.hidden = InterfaceSet()
            switch newRoutes {
            case .all: rest.none = InterfaceSet()
            case .interfaces(let indexes): for index in indexes { rest.none.remove(index) }
            }
            guard rest.none != absence.none || !absence.hidden.isEmpty else { continue }
            absences[destination] = rest
            generation += 1
        }
    }

    /// Forgets the absences of routes to some addresses.
    func forget(_ destinations: Set<AddressBytes>) {
        for destination in destinations where absences.removeValue(forKey: destination) != nil {
            generation += 1
        }
    }

    /// Forgets everything if more addresses are known than there is room for.
    func makeRoom(for count: Int) {
        guard absences.count > count else { return }
        absences = [:]
        generation += 1
    }
}
