// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// How it is known where a tunnel's own packets go.
extension RouteEvidence {
    /// What was read of WireGuard; and that the mark is unknown, if several ways count.
    var tunnelEvidence: [PathExplanation.Evidence] {
        tunnels.flatMap { evidence($0.index, $0.reading) } + uncertainty
    }

    private func evidence(
        _ index: UInt32, _ reading: TunnelReading
    ) -> [PathExplanation.Evidence] {
        let name = state[index]?.name ?? "\(index)"
        switch reading {
        case .device(let device):
            let probes = evaluation.question.probes.addresses.map(\.bytes)
            let servers = device.endpoints(for: probes).map(\.text).joined(separator: ", ")
            let mark = device.mark == 0 ? "no mark" : "mark 0x\(String(device.mark, radix: 16))"
            return [
                PathExplanation.Evidence(
                    source: .wireGuard,
                    fact: "\(name) sends with \(mark) to "
                        + (servers.isEmpty ? "no known server" : servers),
                    decided: true),
                PathExplanation.Evidence(
                    source: .wireGuard,
                    fact: "WireGuard reports no change of the mark and the servers: it is noticed "
                        + "with the next change of a link, an address, a rule or a route in use",
                    decided: false),
            ]
        case .unreadable(let reason):
            return [
                PathExplanation.Evidence(
                    source: .wireGuard,
                    fact: "the mark and the servers of \(name) are unknown, so the rules decide: "
                        + "\(reason); reading them needs the capability CAP_NET_ADMIN",
                    decided: true)
            ]
        }
    }

    private var uncertainty: [PathExplanation.Evidence] {
        evaluation.underlays.compactMap { underlay in
            let passage = underlay.passage
            guard passage.isOneOfExits,
                let tunnel = passage.tunnels.first.flatMap({ state[$0]?.name })
            else { return nil }
            let names = passage.exits.compactMap { state[$0]?.name }.joined(separator: ", ")
            return PathExplanation.Evidence(
                source: .classification,
                fact: "it is unknown which mark the packets of \(tunnel) have, so each way counts: "
                    + names,
                decided: true)
        }
    }
}

extension WireGuardDevice.Endpoint {
    /// The address and the port, as `wg show` prints them.
    fileprivate var text: String {
        let address = IPAddress(address)
        let host = address.family == .ipv6 ? "[\(address)]" : "\(address)"
        return "\(host):\(port)"
    }
}
