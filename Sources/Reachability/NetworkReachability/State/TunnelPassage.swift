// SPDX-License-Identifier: Apache-2.0

/// The interfaces that the packets of a path's tunnels pass through, as far as they are known.
struct TunnelPassage: Sendable, Equatable {
    /// The tunnel that the path uses, and the tunnels below it, from top to bottom.
    var tunnels: [UInt32] = []
    /// The interfaces by which the packets leave.
    var exits: [UInt32] = []
    /// Whether the packets leave by only one of several exits, and it is unknown by which one.
    var isOneOfExits = false
    /// The interfaces by which the packets may leave, if no route says by which one they do. Then
    /// there are no exits.
    var candidates: [UInt32] = []
    /// The passages of the other tunnels that the path uses, such as that of the other family.
    var others: [TunnelPassage] = []

    /// The interfaces that may carry the packets, if it is unknown which one does.
    var alternatives: [UInt32] { isOneOfExits ? exits : candidates }

    /// All interfaces of all tunnels.
    var all: [UInt32] { tunnels + exits + candidates + others.flatMap(\.all) }

    /// Whether the packets pass through a tunnel.
    func passes(_ tunnel: UInt32) -> Bool {
        tunnels.contains(tunnel) || others.contains { $0.passes(tunnel) }
    }

    /// Returns the interfaces that carry a tunnel's packets, or may carry them; none if they are
    /// unknown.
    func below(_ tunnel: UInt32) -> [UInt32] {
        guard let place = tunnels.firstIndex(of: tunnel) else {
            return others.first { $0.passes(tunnel) }?.below(tunnel) ?? []
        }
        return place + 1 < tunnels.count ? [tunnels[place + 1]] : exits + candidates
    }

    /// Whether the interfaces that carry a tunnel's packets are known.
    func isCertain(below tunnel: UInt32) -> Bool {
        guard let place = tunnels.firstIndex(of: tunnel) else {
            return others.first { $0.passes(tunnel) }?.isCertain(below: tunnel) ?? false
        }
        return alternatives.isEmpty || place + 1 < tunnels.count
    }
}
