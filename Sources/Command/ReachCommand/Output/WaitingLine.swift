// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import CommandSystem

/// Tells why a command waits.
///
/// If standard error is a terminal, it has one line with the reason, the start and the limit, which is erased at the end
/// of the wait. If not, each reason is a line of its own, but a minute has at most one. The service manager gets each
/// reason as the status.
struct WaitingLine {
    private let started = RealTimeClock.milliseconds
    /// The end of the wait; `nil` for no end.
    private let limit: WaitLimit?
    private let isQuiet: Bool
    private let isTerminal = StandardStream.error.interpretsEscapes
    private var last: String?
    private var log = WaitingLog()

    /// - Parameters:
    ///   - limit: the end of the wait, which begins now; `nil` for no end.
    ///   - isQuiet: whether nothing is written if standard error is no terminal.
    init(until limit: WaitLimit?, isQuiet: Bool) {
        self.limit = limit
        self.isQuiet = isQuiet
    }

    /// Begins the next wait of the same command.
    ///
    /// - Parameter limit: the end of that wait; `nil` for no end.
    mutating func restart(until limit: WaitLimit?) {
        let log = log
        self = WaitingLine(until: limit, isQuiet: isQuiet)
        self.log = log
    }

    /// When ``show(_:isProvisional:)`` is to be called at the latest, by ``MonotonicClock``; `nil` for no time.
    var due: Int64? { isTerminal || isQuiet ? nil : log.due }

    /// Notes that a message has told the reason of a wait that follows.
    mutating func noteTold(_ lacks: String) {
        _ = log.next(lacks, now: MonotonicClock.milliseconds)
    }

    /// Shows why the wait continues.
    ///
    /// - Parameter isProvisional: whether the reason is that something is not known yet, but will be soon.
    mutating func show(_ lacks: String, isProvisional: Bool) {
        if lacks != last {
            last = lacks
            ServiceManager.notify("STATUS=waiting: \(lacks)")
            if isTerminal { write(text("waiting since \(start.localTimeOfDay)", lacks)) }
        }
        guard !isTerminal, !isQuiet, !isProvisional,
            let news = log.next(lacks, now: MonotonicClock.milliseconds)
        else { return }
        StandardStream.error.notify("reach: \(text("waiting", news))\n")
    }

    private var start: Timestamp { Timestamp(milliseconds: started) }

    private func text(_ beginning: String, _ lacks: String) -> String {
        var text = beginning
        if let limit {
            let end = Timestamp(milliseconds: limit.realTime)
            let isSameDay = end.localDate == start.localDate
            text += ", until \(isSameDay ? end.localTimeOfDay : end.local)"
        }
        return text + ": \(lacks)"
    }

    /// Erases the line.
    mutating func clear() {
        guard last != nil else { return }
        last = nil
        if isTerminal { write("") }
    }

    /// Replaces the line on the terminal. Errors are ignored, so that a closed or stopped terminal does not end the wait.
    private func write(_ text: String) {
        let columns = StandardStream.error.columns ?? .max
        StandardStream.error.notify("\r\u{1B}[K" + text.prefix(columns - 1))
    }
}

/// Decides which reasons of waiting are written to a log: the first one at once, and after that one a minute at most.
struct WaitingLog {
    /// The shortest time between two reasons, in milliseconds.
    static let interval: Int64 = 60_000

    private var told: (lacks: String, time: Int64)?
    /// Whether the reason differs from the one that was printed.
    private var isDifferent = false

    /// When a different reason is printed; `nil` for never.
    var due: Int64? { isDifferent ? told.map { $0.time + Self.interval } : nil }

    /// Takes the current reason.
    ///
    /// - Parameter now: the current time, in milliseconds.
    /// - Returns: the reason, if it is printed now.
    mutating func next(_ lacks: String, now: Int64) -> String? {
        isDifferent = lacks != told?.lacks
        guard isDifferent else { return nil }
        if let told, now - told.time < Self.interval { return nil }
        told = (lacks, now)
        isDifferent = false
        return lacks
    }
}
