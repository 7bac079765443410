// SPDX-License-Identifier: Apache-2.0

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// The number of bytes in the file, including those from earlier attempts.
    ///
    /// It decreases if a download starts again from the beginning.
    public let received: Int64
    /// The total number of bytes; `nil` if the server does not send it, or sends the length of
    /// encoded content.
    public let expected: Int64?

    /// Creates a progress value.
    public init(received: Int64, expected: Int64?) {
        self.received = received
        self.expected = expected
    }

    /// The fraction of the content that is in the file, from 0 to 1; `nil` if the total is unknown.
    public var fraction: Double? {
        guard let expected else { return nil }
        return expected > 0 ? min(Double(received) / Double(expected), 1) : 1
    }
}

extension DownloadProgress: CustomStringConvertible {
    /// The received and the total number of bytes: `120000 of 200000 bytes`.
    public var description: String {
        expected.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
    }
}
