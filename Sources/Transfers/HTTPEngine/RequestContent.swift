// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The body of a request while libcurl takes it.
struct RequestContent {
    /// The next piece for libcurl.
    enum Piece {
        /// So many bytes; 0 at the end.
        case bytes(Int)
        /// Nothing until ``RequestContent/resumption``.
        case pause
        /// Nothing any more.
        case failure(HTTPError)
    }

    let body: HTTPRequest.Body
    /// When sending goes on, after a pause for the rate; `nil` if there is no pause.
    private(set) var resumption: Int64?
    /// How many bytes libcurl has taken.
    private var taken: Int64 = 0
    private var budget: RateBudget?

    init(_ body: HTTPRequest.Body, rateLimit: Int64?) {
        self.body = body
        budget = rateLimit.map(RateBudget.init)
    }

    /// Reads the next bytes.
    ///
    /// - Parameter now: the time in milliseconds.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer, at now: Int64) -> Piece {
        if let resumption, resumption > now { return .pause }
        resumption = nil
        let rest = body.length - taken
        // A large piece would be followed by a long pause.
        let piece = budget.map { max($0.rate / 8, 1024) } ?? .max
        let count = Int(min(Int64(buffer.count), rest, piece))
        guard count > 0 else { return .bytes(0) }
        let got: Int
        do throws(SystemError) {
            got = try unsafe body.file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]),
                at: body.offset + taken)
        } catch {
            return .failure(.body("\(error)"))
        }
        guard got > 0 else { return .failure(.body("\(body.file.path) became shorter")) }
        taken += Int64(got)
        resumption = budget?.take(got, at: now)
        return .bytes(got)
    }

    /// Goes back or forth, because libcurl must send something again.
    ///
    /// - Returns: whether there is such an offset.
    mutating func seek(to offset: Int64) -> Bool {
        guard (0...body.length).contains(offset) else { return false }
        taken = offset
        return true
    }

    /// Ends a pause for the rate.
    mutating func endPause() { resumption = nil }
}

/// When an exchange may receive or send again, so that it stays below a rate.
///
/// libcurl has options for that, but version 7.88 exceeds a limit of 20 KiB/s six times.
struct RateBudget: Sendable, Hashable {
    /// The number of bytes in a second.
    let rate: Int64
    /// When all bytes so far may have been there, in nanoseconds.
    private var earned: Int64 = 0

    /// - Parameter rate: the number of bytes in a second, at least 1.
    init(rate: Int64) { self.rate = max(rate, 1) }

    /// Counts bytes that have come or gone.
    ///
    /// - Parameter now: the time in milliseconds.
    /// - Returns: the time until which nothing may come or go; `nil` if it goes on.
    mutating func take(_ count: Int, at now: Int64) -> Int64? {
        // Time that a late wake-up has lost is made up for. Time that a slow server has lost is not.
        let beginning = max(earned, (now - Self.memory) * 1_000_000)
        let cost = Int64(count).multipliedFullWidth(by: 1_000_000_000)
        earned = beginning + rate.dividingFullWidth(cost).quotient
        let time = earned / 1_000_000
        // Short pauses cost more than they are worth.
        return time - now >= Self.shortestPause ? time : nil
    }

    private static let memory: Int64 = 100
    private static let shortestPause: Int64 = 10
}
