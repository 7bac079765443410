// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Loads of the integers that netlink messages hold, in the machine's byte order, bounds checked.
extension RawSpan {
    func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int,
        as type: Value.Type = Value.self
    ) -> Value? {
        guard offset >= 0, byteCount - offset >= MemoryLayout<Value>.size else { return nil }
        return unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Whether both hold the same bytes.
    func isSame(as other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        return unsafe withUnsafeBytes { bytes in
            unsafe other.withUnsafeBytes { others in
                guard let bytes = bytes.baseAddress, let others = others.baseAddress else {
                    return true
                }
                return unsafe memcmp(bytes, others, byteCount) == 0
            }
        }
    }

    /// The bytes as an array.
    var array: [UInt8] {
        unsafe withUnsafeBytes { unsafe [UInt8]($0) }
    }

    /// A zero-terminated text. Bytes that are not UTF-8 become U+FFFD: names and SSIDs are bytes.
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
