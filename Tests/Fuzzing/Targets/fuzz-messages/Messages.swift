// SPDX-License-Identifier: Apache-2.0

@testable import Netlink

/// Decodes the input as a datagram, and each message with every decoder. Every decoder must return
/// a value or throw a ``MessageDecodingError``.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let datagram = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count))
    try? datagram.forEachMessage(onMalformed: { $0 }) {
        (header, message) throws(MessageDecodingError) in
        decode(header, message)
    }
    return 0
}

private func decode(_ header: MessageHeader, _ message: RawSpan) {
    if let event = try? KernelEvent(decoding: message) { precondition(event == event) }
    _ = try? LinkMessage(decoding: message)
    _ = try? AddressMessage(decoding: message)
    _ = try? RuleMessage(decoding: message)
    _ = try? RouteReply(decoding: message)
    _ = try? WirelessInterface(decoding: message)
    _ = try? WirelessNetwork(decoding: message)
    _ = try? WirelessStation(decoding: message)
    _ = try? WireGuardMessage(decoding: message)
    _ = Acknowledgement(header, message)
}
