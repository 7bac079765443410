// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability

extension NWPath {
    /// The quality of the link, as Apple's API has it.
    ///
    /// The thresholds are Android's for a Wi-Fi network that is kept or left (`config_wifi_framework_wifi_score_…` in the
    /// resources of its Wi-Fi service, for 2.4 GHz): a signal of −60 dBm is good and one of −73 dBm is low; a rate of
    /// 24 Mbit/s is good and one of 6 Mbit/s is bad.
    public enum LinkQuality: Sendable, Hashable {
        /// The quality is unknown: the link is virtual, over a modem or Bluetooth, or its driver does not report it.
        case unknown
        /// The signal is below −73 dBm, or unknown with a rate of at most 6 Mbit/s.
        case minimal
        /// The link is neither minimal nor good.
        case moderate
        /// The signal is at least −60 dBm, and the rate at least 24 Mbit/s. One of the two may be unknown.
        case good
    }

    /// The quality of the link that carries the path, below VPNs and stacked interfaces. If several carry it, the worst
    /// known quality counts.
    ///
    /// It is measured when it is read: by the signal and the transmit rate of Wi-Fi, or the speed of Ethernet hardware. It
    /// changes all the time, so it is no part of the path, and a change of it alone is not reported. Use it to choose
    /// first values, for example of a video, and not to decide whether to connect.
    public var linkQuality: LinkQuality {
        guard path.status == .satisfied else { return .unknown }
        let interfaces = [path.primary].compactMap(\.self) + path.underlay
        return .worst(of: interfaces.map { LinkQuality($0.linkQuality()) })
    }
}

extension NWPath.LinkQuality {
    /// A signal from which on a link can be good, and one below which it is minimal, in dBm.
    private static let signals = (good: -60, low: -73)
    /// A rate from which on a link can be good, and one up to which it is minimal, in bit/s.
    private static let rates = (good: 24_000_000, bad: 6_000_000)

    /// Rates a link by its signal and its rate.
    ///
    /// A rate does not make a link with a known signal minimal: after a pause, many drivers report the rate of a management
    /// frame.
    init(_ quality: NetworkReachability.LinkQuality) {
        let (signal, rate) = (quality.signal, quality.speed)
        if signal == nil, rate == nil {
            self = .unknown
        } else if signal.map({ $0 < Self.signals.low }) ?? (rate ?? 0 <= Self.rates.bad) {
            self = .minimal
        } else {
            let isGood =
                signal ?? 0 >= Self.signals.good && rate ?? .max >= Self.rates.good
            self = isGood ? .good : .moderate
        }
    }

    /// The worst quality that is known.
    static func worst(of qualities: [Self]) -> Self {
        [.minimal, .moderate, .good].first(where: qualities.contains) ?? .unknown
    }
}
