// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB
internal import TransferRules

/// The key under which answers are stored.
package struct AnswerKey: Sendable, Hashable {
    /// The address of the request, without a fragment and without user and password.
    package let url: String
    /// The account for which answers are stored; empty for all users.
    let account: String

    package init(url: String, account: String) {
        self.url = url
        self.account = account
    }
}

/// An answer to be stored.
package struct NewAnswer: Sendable {
    let key: AnswerKey
    /// The fields of the request that select this answer.
    let selecting: SelectingFields
    let source: String
    let response: StoredResponse
    let content: Data

    /// - Parameters:
    ///   - key: the key under which the answer is stored.
    ///   - selecting: the fields of the request that select this answer.
    ///   - source: the address that the content comes from.
    ///   - response: the status and the header.
    ///   - content: the content.
    package init(
        key: AnswerKey, selecting: SelectingFields, source: String, response: StoredResponse,
        content: Data
    ) {
        self.key = key
        self.selecting = selecting
        self.source = source
        self.response = response
        self.content = content
    }
}

/// An answer in the store, without its content.
package struct StoredAnswer: Sendable {
    /// The number of the answer. The store never uses it again for another answer.
    package let id: Int64
    /// The address that the content comes from, after all redirections.
    let source: String
    /// The status and the header.
    var response: StoredResponse
    /// When the answer was last used, in minutes since 1970.
    let usedAt: Int64
}

/// The columns of an answer that its checksum protects, as they are in the database.
struct AnswerRow {
    let url: String
    let account: String
    let selecting: String
    let status: Int
    let fields: String
    let source: String
    let requestedAt: Int64
    let receivedAt: Int64
    let redirectionLifetime: Int64?
    let contentChecksum: Int64

    /// - Returns: `nil` if the fields that select the answer cannot be written as lines of text.
    init?(
        _ key: AnswerKey, selecting: SelectingFields, source: String, _ response: StoredResponse,
        contentChecksum: Int64
    ) {
        guard let selecting = Self.text(selecting) else { return nil }
        url = key.url
        account = key.account
        self.selecting = selecting
        status = response.status
        fields = Self.text(response.fields)
        self.source = source
        requestedAt = response.requestedAt.seconds
        receivedAt = response.receivedAt.seconds
        redirectionLifetime = response.redirectionLifetime
        self.contentChecksum = contentChecksum
    }

    /// The columns, in the order of ``values``.
    static let columns = """
        url, account, selecting, status, fields, source, requested_at, received_at, redirection_lifetime, content_checksum
        """

    /// Reads a row whose first columns are ``columns``.
    init(_ row: Row) {
        url = row[0]
        account = row[1]
        selecting = row[2]
        status = row[3]
        fields = row[4]
        source = row[5]
        requestedAt = row[6]
        receivedAt = row[7]
        redirectionLifetime = row[8]
        contentChecksum = row[9]
    }

    /// The values for ``columns``.
    var values: StatementArguments {
        [
            url, account, selecting, status, fields, source, requestedAt, receivedAt,
            redirectionLifetime, contentChecksum,
        ]
    }

    /// The checksum of all columns.
    var checksum: Int64 {
        var checksum = AnswerChecksum()
        for text in [url, account, selecting, fields, source] { checksum.add(text) }
        for number in [
            Int64(status), requestedAt, receivedAt, redirectionLifetime ?? -1, contentChecksum,
        ] {
            checksum.add(number)
        }
        return checksum.value
    }

    /// The size of the answer without its content, in bytes.
    var size: Int64 {
        [url, account, selecting, fields, source].reduce(AnswerSchema.overhead) {
            $0 + Int64($1.utf8.count)
        }
    }

    /// The status and the header.
    func response(isInvalidated: Bool) -> StoredResponse {
        StoredResponse(
            status: status, fields: Self.fields(fields),
            requestedAt: HTTPDate(seconds: requestedAt), receivedAt: HTTPDate(seconds: receivedAt),
            redirectionLifetime: redirectionLifetime, isInvalidated: isInvalidated)
    }

    /// The fields of the request that select the answer.
    var selectingFields: SelectingFields {
        SelectingFields(
            values: Dictionary(
                Self.lines(selecting).map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first }))
    }

    // MARK: - Fields as text

    // A value in HTTP has no line breaks, so nothing is escaped.

    /// The lines `NAME:VALUE`. A field that cannot be written is left out.
    private static func text(_ fields: [FieldLine]) -> String {
        fields.filter { isLine($0.name) && isLine($0.value) && !$0.name.utf8.contains(colon) }
            .map { "\($0.name):\($0.value)" }.joined(separator: "\n")
    }

    /// The fields of lines `NAME:VALUE`.
    static func fields(_ text: String) -> [FieldLine] {
        lines(text).map { FieldLine($0.name, $0.value ?? "") }
    }

    /// The lines `NAME:VALUE`, in the order of the names, or `NAME` for a field that the request does not have.
    ///
    /// - Returns: `nil` if a value cannot be written.
    private static func text(_ selecting: SelectingFields) -> String? {
        guard selecting.values.allSatisfy({ isLine($0.key) && isLine($0.value ?? "") }) else {
            return nil
        }
        return selecting.values.sorted { $0.key < $1.key }.map { name, value in
            value.map { "\(name):\($0)" } ?? name
        }.joined(separator: "\n")
    }

    private static let colon = UInt8(ascii: ":")

    private static func isLine(_ text: String) -> Bool {
        !text.utf8.contains { $0 == 10 || $0 == 13 || $0 == 0 }
    }

    private static func lines(_ text: String) -> [(name: String, value: String?)] {
        text.utf8.split(separator: 10).map { line in
            guard let end = line.firstIndex(of: colon) else { return (String(line) ?? "", nil) }
            return (String(line[..<end]) ?? "", String(line[line.index(after: end)...]) ?? "")
        }
    }
}
