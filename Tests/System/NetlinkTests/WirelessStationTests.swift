// SPDX-License-Identifier: Apache-2.0

@testable import Netlink
import Testing

/// Messages about a station, made as the kernel makes them (`nl80211_send_station` of Linux 6.1).
@Suite struct WirelessStationTests {
    /// `NL80211_CMD_NEW_STATION` with `NL80211_ATTR_STA_INFO`.
    private static func message(_ information: [UInt8]) -> [UInt8] {
        let content =
            [19, 1, 0, 0] + attribute(3, integer(UInt32(4))) + attribute(6, [2, 0, 0, 0, 1, 0])
            + attribute(46, integer(UInt32(5))) + attribute(21 | nested, information)
        return integer(UInt32(content.count + 16)) + integer(UInt16(28)) + integer(UInt16(2))
            + integer(UInt32(1)) + integer(UInt32(0)) + content
    }

    /// `NL80211_STA_INFO_INACTIVE_TIME`, `_SIGNAL` and `_TX_BITRATE`.
    private static func information(signal: Int8?, rate: [UInt8]?) -> [UInt8] {
        attribute(1, integer(UInt32(20)))
            + (signal.map { attribute(7, [UInt8(bitPattern: $0)]) } ?? [])
            + (rate.map { attribute(8 | nested, $0) } ?? [])
    }

    /// `NL80211_RATE_INFO_BITRATE32` and `_BITRATE`, in 100 kbit/s, and `_MCS`.
    private static func rate(_ wide: UInt32?, _ narrow: UInt16?) -> [UInt8] {
        (wide.map { attribute(5, integer($0)) } ?? [])
            + (narrow.map { attribute(1, integer($0)) } ?? []) + attribute(2, [7])
    }

    @Test(
        "The signal and the transmit rate of a station are decoded",
        arguments: [
            (-61, rate(722, 722), -61, 72_200_000),
            // Linux before 3.8 has no 32-bit attribute.
            (-30, rate(nil, 540), -30, 54_000_000),
            // More than 16 bits hold (Wi-Fi 7).
            (-45, rate(115_294, nil), -45, 11_529_400_000),
            (-45, rate(0, nil), -45, nil),
            (-45, rate(nil, nil), -45, nil),
            (-128, nil, -128, nil),
            (nil, rate(10, 10), nil, 1_000_000),
            (nil, nil, nil, nil),
        ] as [(Int8?, [UInt8]?, Int?, Int?)])
    func decoded(signal: Int8?, rate: [UInt8]?, expected: Int?, speed: Int?) throws {
        let station = try WirelessStation(
            Self.message(Self.information(signal: signal, rate: rate)))
        #expect(station.signal == expected)
        #expect(station.transmitRate == speed)
    }

    @Test(
        "A direct peer (TDLS) is known by its flag, if the flag is known",
        arguments: [
            // struct nl80211_sta_flag_update: mask, set
            (integer(UInt32(0xFE)) + integer(UInt32(0x6A)), true),
            (integer(UInt32(0xFE)) + integer(UInt32(0x2A)), false),
            (integer(UInt32(0x3E)) + integer(UInt32(0x6A)), false), (nil, false),
        ] as [([UInt8]?, Bool)])
    func peers(flags: [UInt8]?, isDirectPeer: Bool) throws {
        let station = try WirelessStation(
            Self.message(
                Self.information(signal: -61, rate: nil)
                    + (flags.map { attribute(17, $0) } ?? [])))
        #expect(station.isDirectPeer == isDirectPeer)
        #expect(station.signal == -61)
    }

    @Test("A message that is cut short is rejected")
    func cut() {
        let message = Self.message(Self.information(signal: -61, rate: Self.rate(722, 722)))
        for length in 0..<message.count {
            #expect(throws: MessageDecodingError.self) {
                try WirelessStation(Array(message[..<length]))
            }
        }
    }

    @Test(
        "A rate with too few bytes is rejected",
        arguments: [attribute(5, [1, 2]), attribute(1, [1])])
    func shortRate(_ rate: [UInt8]) {
        #expect(throws: MessageDecodingError.self) {
            try WirelessStation(Self.message(Self.information(signal: nil, rate: rate)))
        }
    }
}
