// SPDX-License-Identifier: Apache-2.0

/// How long an ``HTTPEngine`` waits for a server, and how much header it takes. Times are in milliseconds.
package struct EngineLimits: Sendable, Hashable {
    /// The time to resolve the name, to connect, and for TLS.
    package var connect: Int64 = 30_000
    /// The time without a byte, in either direction, after which the connection counts as lost. It does not pass while the
    /// exchange is paused, or waits because its rate is limited.
    package var stall: Int64 = 30_000
    /// The time from the request until the end of the answer's header, if the request has no body.
    package var header: Int64 = 60_000
    /// The time from the end of a request's body until the end of the answer's header. A server may have to store or to
    /// examine what it got before it answers.
    package var answer: Int64 = 300_000
    /// The number of bytes of all header lines of an exchange.
    package var headerBytes = 256 << 10

    /// Creates the default limits.
    package init() {}
}
