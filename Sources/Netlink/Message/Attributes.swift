// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

extension RawSpan {
    /// Calls `body` with the type and the payload of each attribute (`struct nlattr`) from `offset`
    /// to the end. The type comes without the bits for nesting and byte order (`NLA_TYPE_MASK`).
    func forEachAttribute(
        from offset: Int,
        _ body: (_ type: UInt16, _ payload: RawSpan) throws(DecodingError) -> Void
    ) throws(DecodingError) {
        var position = offset
        while position < byteCount {
            guard
                let length = integer(at: position, as: UInt16.self).map(Int.init),
                let type = integer(at: position + 2, as: UInt16.self)
            else {
                // Up to three bytes of padding may stand at the end.
                if byteCount - position < 4 { return }
                throw .truncated("an attribute")
            }
            guard length >= 4, length <= byteCount - position else {
                throw .attributeLength(length)
            }
            try body(
                type & cnl_nla_type_mask,
                extracting(position + 4..<position + length)
            )
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
