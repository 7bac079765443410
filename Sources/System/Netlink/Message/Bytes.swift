// SPDX-License-Identifier: Apache-2.0

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
