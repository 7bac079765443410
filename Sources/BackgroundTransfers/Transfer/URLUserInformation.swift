// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// User and password in a URL (`https://USER:PASSWORD@HOST/…`).
package enum URLUserInformation {
    /// Takes user and password out of a URL, so that it can be shown.
    ///
    /// The rules are those of libcurl, which connects to what is left: they end at the last `@` before the path, the
    /// query or the fragment.
    ///
    /// - Returns: the URL without them; the user and the password, decoded, or `nil` where there is none.
    package static func split(_ url: String) -> (url: String, user: String?, password: String?) {
        guard let scheme = url.range(of: "://") else { return (url, nil, nil) }
        let rest = url[scheme.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return (url, nil, nil) }
        let information = authority[..<at]
        let colon = information.firstIndex(of: ":")
        let user = information[..<(colon ?? information.endIndex)]
        let password = colon.map { information[information.index(after: $0)...] }
        return (
            String(url[..<scheme.upperBound] + rest[rest.index(after: at)...]),
            decoded(user), password.map(decoded)
        )
    }

    private static func decoded(_ text: Substring) -> String {
        text.removingPercentEncoding ?? String(text)
    }
}
