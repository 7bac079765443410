// SPDX-License-Identifier: Apache-2.0

/// How far a download is.
public struct DownloadProgress: Sendable, Hashable {
    /// The bytes of content that are in the file, among them what an earlier attempt left there. It
    /// may become less, when a download begins anew.
    public let received: Int64
    /// How many there will be; `nil` if the server does not say, or says it of encoded content.
    public let expected: Int64?

    /// A state of a download.
    public init(received: Int64, expected: Int64?) {
        self.received = received
        self.expected = expected
    }

    /// The part that has come, from 0 to 1; `nil` if nobody knows how much there will be.
    public var fraction: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(Double(received) / Double(expected), 1) : 1
    }
}

extension DownloadProgress: CustomStringConvertible {
    /// The bytes that have come, and how many there will be: `120000 of 200000 bytes`.
    public var description: String {
        expected.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    }
}
