// SPDX-License-Identifier: Apache-2.0

/// How a file is sent to a server.
public enum UploadMethod: String, Sendable, Hashable, Codable, CaseIterable {
    /// By ``tus`` if the server says that it speaks it (`Tus-Version` in its answer to `OPTIONS`); otherwise by ``put``.
    case automatic
    /// By `PUT`. An upload that is interrupted begins again.
    case put
    /// By `POST`. An upload that is interrupted begins again, with the same `Idempotency-Key`, by which a server can recognize
    /// that it has the file already.
    case post
    /// By the protocol tus 1.0 (<https://tus.io>). An upload that is interrupted is resumed.
    case tus
}
