// SPDX-License-Identifier: Apache-2.0

/// A word of `Content-Encoding` that names a compression (RFC 9110, section 8.4).
///
/// Servers, and people who store files, write other values there, too. These say nothing about the bytes.
enum ContentCoding: Sendable, Hashable {
    case gzip
    case xz
    case bzip2
    case zstandard
    case compress
    case brotli
    /// A compression, or something else, that is not known here.
    case unknown

    /// - Returns: `nil` if the word names no compression: the content is as it is.
    init?(_ word: String) {
        let lowered = word.asciiLowercased
        switch lowered {
        case "gzip", "x-gzip": self = .gzip
        case "xz", "x-xz": self = .xz
        case "bzip2", "x-bzip2": self = .bzip2
        case "zstd": self = .zstandard
        case "compress", "x-compress": self = .compress
        case "br": self = .brotli
        // The last one is how uploads to S3 are sent. The server has taken it off.
        case "identity", "none", "binary", "aws-chunked": return nil
        case _ where Self.isCharset(lowered): return nil
        case _: self = .unknown
        }
    }

    /// The ends of the names of files whose content is compressed so.
    private var endings: [String] {
        switch self {
        case .gzip: [".gz", ".tgz", ".svgz"]
        case .xz: [".xz"]
        case .bzip2: [".bz2"]
        case .zstandard: [".zst"]
        case .compress: [".z"]
        case .brotli: [".br"]
        case .unknown: []
        }
    }

    /// Whether a file with this name is compressed so, and not only on its way.
    func isNamed(by name: String) -> Bool {
        let name = name.asciiLowercased.utf8
        // By bytes: a mark can follow the last letter.
        return endings.contains { name.count > $0.utf8.count && name.hasSuffix($0.utf8) }
    }

    /// Whether a word in lower case names a set of characters.
    private static func isCharset(_ word: String) -> Bool {
        let names = [
            "utf8", "ascii", "us-ascii", "latin1", "big5", "shift_jis", "gbk", "koi8-r", "koi8-u",
            "euc-jp", "euc-kr", "iso-2022-jp",
        ]
        // Of these families, the rest is a number.
        let families = ["utf-", "iso-8859-", "windows-", "gb"]
        return names.contains(word)
            || families.contains { family in
                let rest = word.utf8.dropFirst(family.utf8.count)
                return word.utf8.starts(with: family.utf8) && !rest.isEmpty
                    && rest.allSatisfy(Decimal.isDigit)
            }
    }
}

extension BidirectionalCollection where Element: Equatable {
    fileprivate func hasSuffix(_ other: some BidirectionalCollection<Element>) -> Bool {
        reversed().starts(with: other.reversed())
    }
}

extension HeaderFields {
    /// The compressions of the content, in the order in which they were applied (`Content-Encoding`).
    var codings: [ContentCoding] {
        self[list: "Content-Encoding"].compactMap { ContentCoding($0) }
    }

    /// Whether the content is compressed (`Content-Encoding`), so that the file has another length.
    package var isEncoded: Bool { !codings.isEmpty }

    /// Whether the file is to have the compressed content: an archive, which some servers send with `Content-Encoding`.
    ///
    /// - Parameter names: the name of the file, and those by which it was requested.
    package func isArchive(named names: [String]) -> Bool {
        codings.count == 1 && names.contains { codings[0].isNamed(by: $0) }
    }
}
