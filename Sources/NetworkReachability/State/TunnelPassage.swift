// SPDX-License-Identifier: Apache-2.0

/// The interfaces that the packets of tunnels pass through, as far as they are known.
struct TunnelPassage: Sendable, Equatable {
    /// The tunnel that the path uses, and the tunnels below it, from top to bottom.
    var tunnels: [UInt32] = []
    /// The interfaces by which the packets leave.
    var exits: [UInt32] = []
    /// Whether the packets leave by only one of several exits, and it is unknown by which one.
    var isOneOfExits = false
    /// The interfaces by which the packets may leave, if not even a route tells; then there are no
    /// exits.
    var candidates: [UInt32] = []

    /// The interfaces of which one carries the packets, if it is unknown which one.
    var alternatives: [UInt32] { isOneOfExits ? exits : candidates }

    /// Returns the interfaces that carry a tunnel's packets, or may carry them.
    func below(_ tunnel: UInt32) -> [UInt32] {
        guard let place = tunnels.firstIndex(of: tunnel), place + 1 < tunnels.count else {
            return exits + candidates
        }
        return [tunnels[place + 1]]
    }

    /// Whether the interfaces that carry a tunnel's packets are known.
    func isCertain(below tunnel: UInt32) -> Bool {
        guard let place = tunnels.firstIndex(of: tunnel) else { return alternatives.isEmpty }
        return alternatives.isEmpty || place + 1 < tunnels.count
    }
}
