// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

extension TransferOptions.Header {
    /// The fields that any transfer sends itself, in lower case.
    private static let reserved: Set<String> = [
        "host", "range", "if-range", "accept-encoding", "content-length", "transfer-encoding",
    ]

    /// The fields that an upload sends itself, too.
    private static let reservedByUploads: Set<String> = [
        "expect", "tus-resumable", "upload-offset", "upload-length",
    ]

    /// Parses a field, `Name: value` (RFC 9110, section 5), for a transfer in one direction.
    ///
    /// - Throws: an error whose text does not have the value, which may be a secret.
    init(parsing text: String, of kind: Transfer.Kind = .download) throws(InvalidText) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex
        else { throw InvalidText("a header field is 'Name: value'") }
        let name = String(text[..<colon])
        guard name.utf8.allSatisfy(\.isTokenCharacter) else {
            throw InvalidText("'\(name.escaped)' is not the name of a header field")
        }
        let value = text[text.index(after: colon)...]
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
            throw InvalidText("the value of \(name) has a line break or another control character")
        }
        let word = name.lowercased()
        if Self.reserved.contains(word) || kind == .upload && Self.reservedByUploads.contains(word)
        {
            throw InvalidText("\(name) cannot be set: the transfer itself decides it")
        }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let bytes = value.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        self.init(name, String(decoding: Array(bytes), as: UTF8.self))
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
