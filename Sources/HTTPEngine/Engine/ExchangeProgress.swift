// SPDX-License-Identifier: Apache-2.0

/// How far an exchange is, and when its server takes too long.
struct ExchangeProgress: Sendable, Hashable {
    /// When the request was sent; `nil` while the connection is being made.
    private var requested: Int64?
    /// When the last byte came, or reading began.
    private var lastByte: Int64 = 0
    /// Whether libcurl reads from the connection. It does not while the exchange is paused or its rate is limited.
    private var isReading = false
    /// Whether the header of the answer is there.
    private var hasResponded = false

    /// Whether the connection was made.
    var isRequested: Bool { requested != nil }

    /// The connection is there, and the request goes out.
    mutating func request(at now: Int64) {
        requested = now
        lastByte = now
    }

    /// Bytes have come.
    mutating func receive(at now: Int64) { lastByte = now }

    /// The header of the answer has come.
    mutating func respond() { hasResponded = true }

    /// libcurl begins or ends to wait for bytes.
    mutating func setReading(_ isReading: Bool, at now: Int64) {
        if isReading, !self.isReading { lastByte = max(lastByte, now) }
        self.isReading = isReading
    }

    /// When to look at the exchange again; `nil` if libcurl's own time limits are all there are.
    func due(_ limits: EngineLimits) -> Int64? {
        guard let requested, isReading else { return nil }
        let stall = lastByte + limits.stall
        return hasResponded ? stall : min(stall, requested + limits.header)
    }

    /// Why the exchange must end now; `nil` if it may go on.
    func failure(at now: Int64, _ limits: EngineLimits) -> HTTPFailure? {
        guard let due = due(limits), now >= due else { return nil }
        return lastByte + limits.stall <= now
            ? .connection("the server has sent nothing for \(limits.stall / 1000) s")
            : .connection("the header took longer than \(limits.header / 1000) s")
    }
}
