// SPDX-License-Identifier: Apache-2.0

extension Metered.Source {
    /// The type of the interface: cellular, Bluetooth and PPP over a modem are probably metered,
    /// Ethernet hardware probably not.
    public static let interfaceType = Metered.Source(rawValue: "interfaceType")
}

extension MeteringSource {
    /// The type of the interface.
    static let interfaceType = MeteringSource(
        name: .interfaceType,
        priorities: [
            .interfaceType: "not cellular, Bluetooth or PPP over a modem",
            .hardware: "not Ethernet hardware",
        ]
    ) { subject in
        func costs(_ detail: String) -> MeteredStatement {
            MeteredStatement(.interfaceType, .guessYes, .interfaceType, detail)
        }
        let classification = subject.interface.classification
        switch classification.type {
        case .wwan:
            if case .pppTransport = classification.decidedBy { return costs("PPP over a modem") }
            return costs("a cellular network")
        case .bluetooth: return costs("a Bluetooth network, usually a phone")
        case .ethernet where classification.isVirtual || classification.traits.contains(.tethered):
            return nil
        case .ethernet:
            return MeteredStatement(.hardware, .guessNo, .interfaceType, "Ethernet hardware")
        case .wifi, .vpn, .loopback, .other: return nil
        }
    }
}
