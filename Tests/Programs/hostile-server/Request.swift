// SPDX-License-Identifier: Apache-2.0

/// A request, as far as the server heeds it.
struct Request: Sendable {
    /// The path, not decoded.
    let path: String
    private let fields: [String: String]

    init(_ text: String) {
        let lines = text.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        path = words.count > 1 ? String(words[1]) : "/"
        fields = Dictionary(
            lines.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                return (line[..<colon].lowercased(), String(value))
            }
        ) { first, _ in first }
    }

    /// Which requests are counted together.
    var key: String { path.split(separator: "/").first.map(String.init) ?? "" }
    var ifRange: String? { fields["if-range"] }

    /// Where the requested range begins; `nil` if the complete file is requested.
    var offset: Int? {
        guard let range = fields["range"], range.hasPrefix("bytes=") else { return nil }
        return range.dropFirst(6).split(separator: "-").first.flatMap { Int($0) }
    }
}
