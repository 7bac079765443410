// SPDX-License-Identifier: Apache-2.0

/// A request and its answer.
package enum HTTPExchange {
    /// The number of an exchange. An engine uses none twice.
    package struct ID: Sendable, Hashable {
        let number: UInt64
    }

    /// The result of an exchange that has succeeded.
    package struct Summary: Sendable, Hashable {
        /// The number of bytes of the content, as given to the handler.
        package var bytesReceived: Int64
        /// The number of bytes of the request's body that libcurl has handed to the system.
        package var bytesSent: Int64
        /// Whether the connection had been used for an exchange before.
        package var isConnectionReused: Bool
    }
}

/// The events of an exchange.
///
/// The engine calls the handler on its own thread, while one of the engine's functions runs. The handler may call
/// all functions of the engine but ``HTTPEngine/perform()``.
package protocol HTTPExchangeHandler: AnyObject {
    /// The header of the final answer is there. Answers with a status below 200, and those of a proxy to `CONNECT`,
    /// are not reported.
    ///
    /// - Returns: whether to go on. Otherwise the connection is closed, and the handler is not called any more.
    func responded(_ response: HTTPResponse) -> Bool

    /// A part of the content is there, without its transfer encoding and with its content encoding.
    ///
    /// - Parameter bytes: at most 16 KiB; valid during the call.
    /// - Returns: whether to go on. Otherwise the connection is closed, and the handler is not called any more.
    func received(_ bytes: RawSpan) -> Bool

    /// More of the request's body has been handed to the system. How much of it the server has is unknown.
    ///
    /// - Parameter count: the number of bytes since the beginning of the exchange.
    func sent(_ count: Int64)

    /// The exchange has ended. This is called once, and last.
    func ended(_ result: Result<HTTPExchange.Summary, HTTPError>)
}

extension HTTPExchangeHandler {
    /// Does nothing: most requests have no body.
    package func sent(_ count: Int64) {}
}

/// The status and the header of a server's final answer.
package struct HTTPResponse: Sendable {
    /// The version of HTTP, as in the status line: `1.1`, `2`.
    package var version: String
    /// The status code.
    package var status: Int
    /// The header fields, a line each, in the order of the server; without trailers.
    ///
    /// Values that are not UTF-8 are read as Latin-1.
    package var fields: [(name: String, value: String)]

    /// Creates a response.
    package init(version: String, status: Int, fields: [(name: String, value: String)]) {
        self.version = version
        self.status = status
        self.fields = fields
    }
}

extension [UInt8] {
    /// Appends the bytes that a handler is given.
    package mutating func append(contentsOf bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { bytes in unsafe append(contentsOf: bytes) }
    }
}
