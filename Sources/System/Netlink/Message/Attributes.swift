// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

extension RawSpan {
    /// Calls `body` with the type and the payload of each attribute (`struct nlattr`), from `offset` to the end.
    ///
    /// The type is given without the bits for nesting and byte order (`NLA_TYPE_MASK`).
    ///
    /// - Parameter wanted: the types of the attributes to read; all others are skipped.
    func forEachAttribute(
        from offset: Int,
        where wanted: AttributeTypes = .all,
        _ body: (_ type: UInt16, _ payload: RawSpan) throws(MessageDecodingError) -> Void
    ) throws(MessageDecodingError) {
        var position = offset
        // Up to three bytes of padding may stand at the end.
        while byteCount - position >= 4 {
            // The loop's condition has checked these four bytes.
            let length = Int(
                unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt16.self))
            let type =
                unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: position + 2, as: UInt16.self)
                & cnl_nla_type_mask
            guard length >= 4, length <= byteCount - position else {
                throw .attributeLength(length)
            }
            if wanted.contains(type) {
                // The guard has checked the length.
                try body(type, unsafe extracting(unchecked: position + 4..<position + length))
            }
            position += MessageHeader.aligned(length)
        }
    }

    /// The payload as an integer. A shorter payload is an error, as it is to the kernel.
    func value<Value: FixedWidthInteger & BitwiseCopyable>(
        _ part: String,
        as type: Value.Type = Value.self
    ) throws(MessageDecodingError) -> Value {
        guard let value = integer(at: 0, as: type) else { throw .truncated(part) }
        return value
    }
}

/// A set of attribute types: some types, each below 63, or all types.
struct AttributeTypes: Sendable {
    /// One bit for each type; the last bit stands for 63 and all types above.
    private let bits: UInt64

    init(_ types: UInt16...) {
        precondition(types.allSatisfy { $0 < 63 }, "an attribute type is above 62")
        bits = types.reduce(0) { $0 | 1 << UInt64($1) }
    }

    private init(bits: UInt64) { self.bits = bits }

    static var all: AttributeTypes { AttributeTypes(bits: .max) }

    /// Whether the set has the type.
    func contains(_ type: UInt16) -> Bool { bits & 1 &<< UInt64(min(type, 63)) != 0 }
}

extension RawSpan {
    /// Loads an integer in the machine's byte order; `nil` if it does not fit in the bytes.
    func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int,
        as type: Value.Type = Value.self
    ) -> Value? {
        guard offset >= 0, byteCount - offset >= MemoryLayout<Value>.size else { return nil }
        return unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }

    /// The bytes as an array.
    var array: [UInt8] {
        unsafe withUnsafeBytes { unsafe [UInt8]($0) }
    }

    /// The bytes up to the first zero as text. Bytes that are not UTF-8 become U+FFFD, because an interface's
    /// name may be any bytes.
    var text: String {
        var length = 0
        while length < byteCount, unsafe unsafeLoad(fromByteOffset: length, as: UInt8.self) != 0 {
            length += 1
        }
        return unsafe extracting(0..<length).withUnsafeBytes {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }
}
