// SPDX-License-Identifier: Apache-2.0

@testable import Netlink

// Decoding from byte arrays, which an expectation can capture; it cannot capture a span.

extension LinkMessage {
    init(_ bytes: [UInt8]) throws { self = try LinkMessage(decoding: bytes.span.bytes) }
}

extension AddressMessage {
    init?(_ bytes: [UInt8]) throws {
        guard let message = try AddressMessage(decoding: bytes.span.bytes) else { return nil }
        self = message
    }
}

extension RuleMessage {
    init?(_ bytes: [UInt8]) throws {
        guard let message = try RuleMessage(decoding: bytes.span.bytes) else { return nil }
        self = message
    }
}

extension NeighborMessage {
    init?(_ bytes: [UInt8]) throws {
        guard let message = try NeighborMessage(decoding: bytes.span.bytes) else { return nil }
        self = message
    }
}

extension RouteReply {
    init(_ bytes: [UInt8]) throws { self = try RouteReply(decoding: bytes.span.bytes) }
}

extension WirelessInterface {
    init?(_ bytes: [UInt8]) throws {
        guard let message = try WirelessInterface(decoding: bytes.span.bytes) else { return nil }
        self = message
    }
}

extension WirelessNetwork {
    init(_ bytes: [UInt8]) throws { self = try WirelessNetwork(decoding: bytes.span.bytes) }
}

extension WirelessStation {
    init(_ bytes: [UInt8]) throws { self = try WirelessStation(decoding: bytes.span.bytes) }
}

extension Acknowledgement {
    init(_ bytes: [UInt8]) throws {
        let span = bytes.span.bytes
        self.init(try MessageHeader(decoding: span), span)
    }
}

extension WireGuardMessage {
    init(_ bytes: [UInt8]) throws { self = try WireGuardMessage(decoding: bytes.span.bytes) }
}
