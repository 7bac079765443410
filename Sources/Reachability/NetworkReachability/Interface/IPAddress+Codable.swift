// SPDX-License-Identifier: Apache-2.0

/// An address is encoded as its text: `"192.0.2.7"`, `"2001:db8::7"`.
extension IPAddress: Codable {
    /// Decodes an address from its text.
    ///
    /// - Throws: `DecodingError`, which contains the text if that is not an address.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = IPAddress(text) else {
            throw DecodingError.invalid(container.codingPath, "\"\(text)\" is not an IP address")
        }
        self = address
    }

    /// Encodes the text of the address.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
