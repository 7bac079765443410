// SPDX-License-Identifier: Apache-2.0

/// A digest that a server announces (RFC 9530, sections 2 and 3).
package struct ContentDigest: Sendable, Hashable, Codable {
    /// The algorithms that protect against changes on purpose. Others are ignored, as the standard requires.
    package enum Algorithm: String, Sendable, Hashable, Codable, CaseIterable {
        case sha256 = "sha-256"
        case sha512 = "sha-512"

        /// The length of a digest in bytes.
        package var length: Int {
            switch self {
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    package var algorithm: Algorithm
    package var bytes: [UInt8]

    package init(_ algorithm: Algorithm, _ bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Parses a member of a field: `sha-256=:BASE64:`. Returns `nil` for another algorithm, and for a malformed member.
    init?(member: String) {
        let halves = member.unicodeScalars.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let algorithm = Algorithm(rawValue: String(halves[0])) else {
            return nil
        }
        // Parameters may follow the value.
        let value = halves[1].split(separator: ";", omittingEmptySubsequences: false).first ?? []
        guard value.count >= 2, value.first == ":", value.last == ":",
            let bytes = Base64.decode(
                String(String.UnicodeScalarView(value.dropFirst().dropLast()))),
            bytes.count == algorithm.length
        else { return nil }
        self.init(algorithm, bytes)
    }
}

extension HeaderFields {
    /// The digests of the complete content (`Repr-Digest`), which a part has, too.
    package var representationDigests: [ContentDigest] {
        self[list: "Repr-Digest"].compactMap(ContentDigest.init(member:))
    }

    /// The digests of what this response contains (`Content-Digest`).
    package var contentDigests: [ContentDigest] {
        self[list: "Content-Digest"].compactMap(ContentDigest.init(member:))
    }
}
