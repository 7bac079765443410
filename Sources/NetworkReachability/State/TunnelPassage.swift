// SPDX-License-Identifier: Apache-2.0

/// The interfaces that the packets of tunnels pass through, as far as they are known.
struct TunnelPassage: Sendable, Equatable {
    /// The tunnel that the path uses, and the tunnels below it, from top to bottom.
    var tunnels: [UInt32] = []
    /// The interfaces by which the packets leave.
    var exits: [UInt32] = []
    /// The interfaces by which the packets may leave, if that is unknown; then there are no exits.
    var candidates: [UInt32] = []

    /// Returns the interfaces that carry a tunnel's packets, or may carry them.
    func below(_ tunnel: UInt32) -> [UInt32] {
        guard let place = tunnels.firstIndex(of: tunnel), place + 1 < tunnels.count else {
            return exits + candidates
        }
        return [tunnels[place + 1]]
    }

    /// Whether the interfaces that carry a tunnel's packets are known.
    func isCertain(below tunnel: UInt32) -> Bool {
        guard let place = tunnels.firstIndex(of: tunnel) else { return candidates.isEmpty }
        return candidates.isEmpty || place + 1 < tunnels.count
    }
}
