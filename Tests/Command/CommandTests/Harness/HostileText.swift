// SPDX-License-Identifier: Apache-2.0

/// Texts that servers, access points and administrators of interfaces could choose to break what is written of them.
struct HostileText {
    private var state: UInt64

    /// - Parameter seed: the same one makes the same texts.
    init(seed: UInt64) { state = seed }

    /// A seed that differs in each run.
    static var anySeed: UInt64 { UInt64.random(in: 0..<UInt64(UInt32.max)) }

    /// What has a meaning in one of the syntaxes, and what changes what a character is.
    private static let alphabet: [String] = [
        "<", ">", "&", "\"", "'", "\\", "/", "@", ":", ";", ",", "=", "{", "}", "[", "]", "%", "#",
        "?",
        "$", "`", "(", ")", "*", "!", "-", " ", "a", "7", "é", "網", "🛰", "\n", "\r", "\r\n", "\t",
        "\0",
        "\u{1}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{301}", "\u{338}", "\u{FE0F}",
        "\u{200D}",
        "\u{20E3}", "\u{61C}", "\u{200E}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}",
        "\u{37E}",
        "\u{1FEF}", "\u{212A}", "\u{226E}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}",
        "\u{E0001}",
        "\u{10FFFF}", "]]>", "<!--", "<script>", "</title>", "&amp;", "\\u0041", "\\n",
    ]

    /// The next number below a limit (SplitMix64).
    mutating func number(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ bits >> 31) % UInt64(limit))
    }

    /// The next text.
    mutating func text() -> String {
        (0..<number(below: 9)).map { _ in Self.alphabet[number(below: Self.alphabet.count)] }
            .joined()
    }
}
