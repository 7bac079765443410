// SPDX-License-Identifier: Apache-2.0

// The parts of messages that tests make as the kernel makes them.

/// An attribute (`struct nlattr`), with padding.
func attribute(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
    let bytes = integer(UInt16(payload.count + 4)) + integer(type) + payload
    return bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
}

/// An integer in the byte order of the machines that are tested.
func integer<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<(Value.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// The bit of an attribute's type that says that attributes are in it (`NLA_F_NESTED`).
let nested: UInt16 = 0x8000
