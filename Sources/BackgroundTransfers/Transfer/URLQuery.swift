// SPDX-License-Identifier: Apache-2.0

/// The query of a URL, which may be a secret, as in an address that somebody has signed.
enum URLQuery {
    /// The URL up to its query or fragment, for whoever knows the transfer by its number.
    static func removed(from url: String) -> String {
        // By bytes: a mark can follow the question mark.
        let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return String(url[..<(end ?? url.endIndex)])
    }
}
