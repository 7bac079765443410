// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import ReachabilityTesting
import Testing

@testable import NetworkCompat

/// The quality of a link, by its signal and its rate.
@Suite struct NWPathLinkQualityTests {
    /// Each row: dBm, Mbit/s, and the quality.
    @Test(
        "A link is rated by its signal and its rate",
        arguments: [
            (nil, nil, .unknown),
            (-30, nil, .good), (-60, nil, .good), (-61, nil, .moderate), (-73, nil, .moderate),
            (-74, nil, .minimal), (-100, nil, .minimal),
            (nil, 1000, .good), (nil, 100, .good), (nil, 24, .good), (nil, 10, .moderate),
            (nil, 6, .minimal), (nil, 1, .minimal), (nil, 0, .minimal),
            (-50, 866, .good), (-50, 24, .good), (-50, 23, .moderate), (-80, 866, .minimal),
            // A driver can report such a rate after a pause.
            (-50, 1, .moderate), (-70, 1, .moderate),
        ] as [(Int?, Int?, NWPath.LinkQuality)])
    func rating(signal: Int?, rate: Int?, quality: NWPath.LinkQuality) {
        let link = LinkQuality(signal: signal, speed: rate.map { $0 * 1_000_000 })
        #expect(NWPath.LinkQuality(link) == quality)
    }

    @Test(
        "Of several links the worst known one counts",
        arguments: [
            ([], .unknown), ([.unknown], .unknown), ([.unknown, .good], .good),
            ([.good, .moderate], .moderate), ([.moderate, .minimal, .good], .minimal),
        ] as [([NWPath.LinkQuality], NWPath.LinkQuality)])
    func worst(qualities: [NWPath.LinkQuality], quality: NWPath.LinkQuality) {
        #expect(NWPath.LinkQuality.worst(of: qualities) == quality)
    }

    @Test("A modem, Bluetooth, and no path have no known quality")
    func unknown() {
        let network = ScriptedNetwork()
        func quality() -> NWPath.LinkQuality {
            NWPathMonitor(PathMonitor(network)).currentPath.linkQuality
        }
        #expect(quality() == .unknown)
        network.connect(.wwan, name: "wwan0")
        #expect(quality() == .unknown)
        network.connect(.vpn, name: "wg0")
        #expect(quality() == .unknown)
        network.disconnect("wg0")
        network.disconnect("wwan0")
        network.connect(.bluetooth, name: "bnep0")
        #expect(quality() == .unknown)
    }
}
