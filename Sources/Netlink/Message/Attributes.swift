// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

extension RawSpan {
    /// Calls `body` with the type and the payload of each attribute (`struct nlattr`) from `offset`
    /// to the end. The type comes without the bits for nesting and byte order (`NLA_TYPE_MASK`).
    ///
    /// - Parameter wanted: of which types; the others are passed over.
    func forEachAttribute(
        from offset: Int,
        where wanted: AttributeTypes = .all,
        _ body: (_ type: UInt16, _ payload: RawSpan) throws(DecodingError) -> Void
    ) throws(DecodingError) {
        var position = offset
        // Up to three bytes of padding may stand at the end.
        while byteCount - position >= 4 {
            // They are there, as has just been seen.
            let length = Int(
                unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt16.self))
            let type =
                unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: position + 2, as: UInt16.self)
                & cnl_nla_type_mask
            guard length >= 4, length <= byteCount - position else {
                throw .attributeLength(length)
            }
            if wanted.contains(type) {
                // All of it is there.
                try body(type, unsafe extracting(unchecked: position + 4..<position + length))
            }
            position += MessageHeader.aligned(length)
        }
    }

    /// The payload as an integer; a shorter one is an error, as in the kernel's own policies.
    func value<Value: FixedWidthInteger & BitwiseCopyable>(
        _ part: String,
        as type: Value.Type = Value.self
    ) throws(DecodingError) -> Value {
        guard let value = integer(at: 0, as: type) else { throw .truncated(part) }
        return value
    }
}

/// Types of attributes: some, each below 63, or all.
struct AttributeTypes: Sendable {
    /// A bit for each, the last one for 63 and all beyond.
    private let bits: UInt64

    init(_ types: UInt16...) {
        precondition(types.allSatisfy { $0 < 63 }, "a type has no bit of its own")
        bits = types.reduce(0) { $0 | 1 << UInt64($1) }
    }

    private init(bits: UInt64) { self.bits = bits }

    static var all: AttributeTypes { AttributeTypes(bits: .max) }

    /// Whether a type is among them.
    func contains(_ type: UInt16) -> Bool { bits & 1 &<< UInt64(min(type, 63)) != 0 }
}
