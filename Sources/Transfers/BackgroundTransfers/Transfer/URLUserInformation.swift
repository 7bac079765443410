// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import TransferRules

/// User and password in a URL (`https://USER:PASSWORD@HOST/…`).
package enum URLUserInformation {
    /// Takes user and password out of a URL, so that it can be shown.
    ///
    /// - Returns: the URL without them; the user and the password, decoded, or `nil` where there is none.
    package static func split(_ url: String) -> (url: String, user: String?, password: String?) {
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
