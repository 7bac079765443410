// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import TransferRules

/// The parts of a URL that may be secrets.
enum URLSecrets {
    /// Returns the URL without its query, which may be the signature of a signed address, and without its fragment.
    static func withoutQuery(_ url: String) -> String {
        // By bytes: a mark can follow the question mark.
        let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return String(url[..<(end ?? url.endIndex)])
    }

    /// Takes user and password out of a URL (`https://USER:PASSWORD@HOST/…`), so that it can be shown.
    ///
    /// - Returns: the URL without them; the user and the password, decoded, or `nil` where there is none.
    static func split(_ url: String) -> (url: String, user: String?, password: String?) {
        guard let authority = URLAuthority(url), let information = authority.userInformation else {
            return (url, nil, nil)
        }
        let parts = information.pieces(separatedBy: ":", maxSplits: 1, omittingEmpty: false)
        return (
            String(url[..<information.startIndex]) + url[authority.host.startIndex...],
            decoded(parts[0]), parts.dropFirst().first.map(decoded)
        )
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(text) ?? String(text)
    }
}
