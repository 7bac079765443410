// SPDX-License-Identifier: Apache-2.0

/// A value that was written as JSON before.
package struct WrittenJSON: Encodable {
    private let bytes: [UInt8]

    /// Writes a value.
    ///
    /// - Precondition: as for ``JSONLineEncoder/bytes(_:)``.
    package init(_ value: some Encodable) { bytes = JSONLineEncoder.bytes(value) }

    /// Encodes the value.
    ///
    /// - Throws: nothing.
    /// - Precondition: the encoder is a ``JSONLineEncoder``.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONLineEncoder else {
            preconditionFailure("written JSON is no value of other formats")
        }
        encoder.append(written: bytes)
    }
}
