// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
    /// Appends the bytes that a handler is given.
    package mutating func append(contentsOf bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { bytes in unsafe append(contentsOf: bytes) }
    }
}
