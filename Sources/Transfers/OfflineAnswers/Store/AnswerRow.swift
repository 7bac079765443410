// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import TransferRules

/// A row of the table of answers, as far as its checksum is about it.
struct AnswerRow {
    var url: String
    var account: String
    var selecting: String
    var status: Int
    var fields: String
    var source: String
    var requestedAt: Int64
    var receivedAt: Int64
    var redirectionLifetime: Int64?
    var contentChecksum: Int64

    init(
        _ key: AnswerKey, selecting: String, source: String, _ response: StoredResponse,
        contentChecksum: Int64
    ) {
        url = key.url
        account = key.account
        self.selecting = selecting
        status = response.status
        fields = FieldText.text(response.fields)
        self.source = source
        requestedAt = response.requestedAt.seconds
        receivedAt = response.receivedAt.seconds
        redirectionLifetime = response.redirectionLifetime
        self.contentChecksum = contentChecksum
    }

    /// The columns of ``init(_:)``, in their order.
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

    /// The checksum over all of it.
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
}
