// SPDX-License-Identifier: Apache-2.0

/// How far an exchange is, and when its server takes too long.
struct ExchangeProgress: Sendable, Hashable {
    /// When the request was sent; `nil` while the connection is being made.
    private var requested: Int64?
    /// When the last byte came or went, or reading or sending began.
    private var lastByte: Int64 = 0
    /// Whether libcurl reads from the connection. It does not while the exchange is paused or its rate is limited.
    private var isReading = false
    /// Whether the header of the answer is there.
    private var hasResponded = false
    /// The length of the request's body.
    private let bodyLength: Int64
    /// How many bytes of the body have gone.
    private(set) var sent: Int64 = 0
    /// Whether nothing is sent because the rate is limited.
    private var isSendingPaused = false

    init(bodyLength: Int64 = 0) { self.bodyLength = bodyLength }

    /// Whether the connection was made.
    var isRequested: Bool { requested != nil }

    /// The connection is there, and the request goes out.
    mutating func request(at now: Int64) {
        requested = now
        lastByte = now
    }

    /// Bytes have come.
    mutating func receive(at now: Int64) { lastByte = now }

    /// Notes how many bytes of the body have gone.
    ///
    /// - Returns: whether it is another number than before.
    mutating func send(_ count: Int64, at now: Int64) -> Bool {
        guard count != sent else { return false }
        sent = count
        lastByte = now
        return true
    }

    /// A pause for the rate begins or ends.
    mutating func setSendingPaused(_ isPaused: Bool, at now: Int64) {
        isSendingPaused = isPaused
        lastByte = max(lastByte, now)
    }

    /// The header of the answer has come.
    mutating func respond() { hasResponded = true }

    /// libcurl begins or ends to wait for bytes.
    mutating func setReading(_ isReading: Bool, at now: Int64) {
        if isReading, !self.isReading { lastByte = max(lastByte, now) }
        self.isReading = isReading
    }

    /// The reason for a wait for the server.
    private enum Wait {
        /// The next byte, in either direction.
        case bytes
        /// The end of the header, from the request on.
        case header
        /// The end of the header, once the body was sent.
        case answer
    }

    /// The next event to wait for, and until when; `nil` if only libcurl's own time limits count.
    private func wait(_ limits: EngineLimits) -> (Wait, until: Int64)? {
        guard let requested else { return nil }
        let stall = lastByte + limits.stall
        if sent < bodyLength {
            return isSendingPaused ? nil : (.bytes, stall)
        }
        guard isReading else { return nil }
        if hasResponded { return (.bytes, stall) }
        if bodyLength > 0 {
            // A server that works for long may say so by provisional answers (102).
            return (.answer, lastByte + limits.answer)
        }
        let header = requested + limits.header
        return stall <= header ? (.bytes, stall) : (.header, header)
    }

    /// When to check the exchange again; `nil` if only libcurl's own time limits count.
    func due(_ limits: EngineLimits) -> Int64? { wait(limits)?.until }

    /// Why the exchange must end now; `nil` if it may go on.
    func failure(at now: Int64, _ limits: EngineLimits) -> HTTPError? {
        guard let (wait, due) = wait(limits), now >= due else { return nil }
        switch wait {
        case .bytes where sent < bodyLength:
            return .connection("the server has taken nothing for \(limits.stall / 1000) s")
        case .bytes:
            return .connection("the server has sent nothing for \(limits.stall / 1000) s")
        case .header:
            return .connection("the header took longer than \(limits.header / 1000) s")
        case .answer:
            return .connection(
                "the server has sent nothing for \(limits.answer / 1000) s after it had everything")
        }
    }
}
