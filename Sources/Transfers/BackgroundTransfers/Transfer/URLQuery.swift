// SPDX-License-Identifier: Apache-2.0

/// The query of a URL, which may be a secret, such as the signature of a signed address.
enum URLQuery {
    /// Returns the URL without its query and fragment.
    static func removed(from url: String) -> String {
        // By bytes: a mark can follow the question mark.
        let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return String(url[..<(end ?? url.endIndex)])
    }
}
