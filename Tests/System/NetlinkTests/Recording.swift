// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import Netlink
import Testing

/// A message that a kernel sent, with the label that `Recorded/record.py` wrote.
struct Recording: Sendable, CustomTestStringConvertible {
    /// The first word of the label.
    enum Kind: String, Sendable {
        case link, address, rule, route, refusal, wireless, network, neighbor
    }

    let kind: Kind
    /// The rest of the label.
    let subject: String
    /// The kernel that sent the message.
    let origin: String
    let bytes: [UInt8]

    var testDescription: String { "\(kind) \(subject) (\(origin))" }

    /// Every recorded message.
    static let all: [Recording] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Recorded")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".hex") }.sorted().flatMap { file in
            let text =
                (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap { Recording(line: $0, origin: file) }
        }
    }()

    /// Returns the one recorded message with a label.
    static func of(
        _ kind: Kind,
        _ subject: String,
        from origin: String = "messages-6.18.hex"
    ) throws -> [UInt8] {
        try #require(
            all.first { $0.kind == kind && $0.subject == subject && $0.origin == origin },
            "no recorded message \(kind) \(subject)"
        ).bytes
    }

    private init?(line: Substring, origin: String) {
        let words = line.split(separator: " ")
        guard
            words.count >= 2, let kind = Kind(rawValue: String(words[0])),
            let hexadecimal = words.last?.utf8, hexadecimal.count.isMultiple(of: 2)
        else { return nil }
        let digits = hexadecimal.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        self.kind = kind
        self.subject = words[1..<(words.count - 1)].joined(separator: " ")
        self.origin = origin
        self.bytes = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    /// Decodes bytes as a message of the same kind; throws ``MessageDecodingError`` if they are
    /// invalid.
    func decode(_ bytes: [UInt8]) throws {
        switch kind {
        case .link: _ = try LinkMessage(bytes)
        case .address: _ = try AddressMessage(bytes)
        case .rule: _ = try RuleMessage(bytes)
        case .route: _ = try RouteReply(bytes)
        case .wireless: _ = try WirelessInterface(bytes)
        case .network: _ = try WirelessNetwork(bytes)
        case .refusal: _ = try Acknowledgement(bytes)
        case .neighbor: _ = try NeighborMessage(bytes)
        }
    }
}
