// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// A header field of a request, from the command line or a file: `Name: value`.
struct HeaderField: Sendable, Hashable {
    var name: String
    var value: String

    /// Why a field is refused. No message has the value, which may be a secret.
    enum Fault: Error, Hashable {
        /// There is no colon, or no name before it.
        case malformed
        /// The name has characters that no header field's name has.
        case name(String)
        /// The value has a line break, or another control character.
        case control(name: String)
        /// The field belongs to the transfer itself.
        case reserved(name: String)

        /// The fault as the rest of a sentence that names the option or the line.
        var explanation: String {
            switch self {
            case .malformed: "a header field is 'Name: value'"
            case .name(let name): "'\(name.escaped)' is not the name of a header field"
            case .control(let name):
                "the value of \(name) has a line break or another control character"
            case .reserved(let name): "\(name) cannot be set: the transfer itself decides it"
            }
        }
    }

    /// The fields that any transfer sends itself, in lower case.
    private static let reserved: Set<String> = [
        "host", "range", "if-range", "accept-encoding", "content-length", "transfer-encoding",
    ]

    /// The fields that an upload sends itself, too.
    private static let reservedByUploads: Set<String> = [
        "expect", "tus-resumable", "upload-offset", "upload-length",
    ]

    /// Parses a field (RFC 9110, section 5) for a transfer in one direction.
    init(_ text: String, of kind: Transfer.Kind = .download) throws(Fault) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw .malformed }
        let name = text[..<colon]
        guard !name.isEmpty else { throw .malformed }
        guard name.utf8.allSatisfy(\.isTokenCharacter) else { throw .name(String(name)) }
        let value = text[text.index(after: colon)...]
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
            throw .control(name: String(name))
        }
        let word = name.lowercased()
        if Self.reserved.contains(word) || kind == .upload && Self.reservedByUploads.contains(word)
        {
            throw .reserved(name: String(name))
        }
        self.name = String(name)
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let bytes = value.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        self.value = String(decoding: Array(bytes), as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether a header field's name may have the character: RFC 9110's `tchar`.
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
