// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// Shows why a command waits.
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
    ///   - isQuiet: whether nothing is written if standard error is not a terminal.
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

    /// The latest time to call ``show(_:isProvisional:)``, by ``MonotonicClock``; `nil` for none.
    var due: Int64? { isTerminal || isQuiet ? nil : log.due }

    /// Notes that another message has given the reason of the wait that follows.
    mutating func notePrinted(_ lacks: String) {
        _ = log.next(lacks, now: MonotonicClock.milliseconds)
    }

    /// Shows why the wait continues.
    ///
    /// - Parameter isProvisional: whether the reason is that something is not known yet, but will be soon.
    mutating func show(_ lacks: String, isProvisional: Bool) {
        if lacks != last {
            last = lacks
            ServiceManager.notify("STATUS=waiting: \(lacks)")
            if isTerminal {
                write(text("waiting since \(WallClock().secondWithOffset(started))", lacks))
            }
        }
        guard !isTerminal, !isQuiet, !isProvisional,
            let news = log.next(lacks, now: MonotonicClock.milliseconds)
        else { return }
        StandardStream.error.notify("reach: \(text("waiting", news))\n")
    }

    private func text(_ beginning: String, _ lacks: String) -> String {
        var text = beginning
        if let limit {
            let (clock, end) = (WallClock(), limit.realTime)
            let day = clock.date(end) == clock.date(started) ? "" : clock.date(end) + " "
            text += ", until \(day)\(clock.secondWithOffset(end))"
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
        let line = Self.fitted(text, columns: StandardStream.error.columns)
        StandardStream.error.notify("\r\u{1B}[K" + line)
    }

    /// Returns a text that takes one row of the terminal: only the last row is erased.
    ///
    /// - Parameter columns: the width of the terminal; `nil` if it is unknown.
    static func fitted(_ text: String, columns: Int?) -> String {
        text.shortened(to: (columns ?? .max) - 1)
    }
}

/// Decides which reasons of a wait are written to a log: the first one at once, and then at most one a minute.
struct WaitingLog {
    /// The shortest time between two reasons, in milliseconds.
    static let interval: Int64 = 60_000

    private var printed: (lacks: String, time: Int64)?
    /// Whether the reason differs from the one that was printed.
    private var isDifferent = false

    /// The time to print a different reason; `nil` for none.
    var due: Int64? { isDifferent ? printed.map { $0.time + Self.interval } : nil }

    /// Takes the current reason.
    ///
    /// - Parameter now: the current time, in milliseconds.
    /// - Returns: the reason, if it is printed now.
    mutating func next(_ lacks: String, now: Int64) -> String? {
        isDifferent = lacks != printed?.lacks
        guard isDifferent else { return nil }
        if let printed, now - printed.time < Self.interval { return nil }
        printed = (lacks, now)
        isDifferent = false
        return lacks
    }
}

/// The end of a wait: after a duration, or at a time of day, whose distance changes when the clock is set.
struct WaitLimit {
    /// The clocks at one moment, in milliseconds.
    struct Clocks {
        var monotonic: Int64
        /// As ``monotonic``, but it runs while the machine sleeps.
        var boot: Int64
        var real: Int64

        static var now: Clocks {
            Clocks(
                monotonic: MonotonicClock.milliseconds, boot: BootTimeClock.milliseconds,
                real: RealTimeClock.milliseconds)
        }
    }

    let end: PointInTime
    /// The beginning of the wait.
    let start: Clocks

    /// Creates the limit of a wait.
    ///
    /// - Parameter start: the beginning of the wait.
    init(_ end: PointInTime, from start: Clocks = .now) {
        self.end = end
        self.start = start
    }

    /// Whether the end is a time, and no duration.
    var isTime: Bool { if case .after = end { false } else { true } }

    /// The end by ``MonotonicClock``. A time that has passed is the end at once.
    var due: Int64 { due(.now) }

    /// The end in milliseconds since 1970.
    var realTime: Int64 { realTime(.now) }

    func due(_ now: Clocks) -> Int64 {
        if case .after(let duration) = end { return start.monotonic + duration }
        return now.monotonic + realTime(now) - now.real
    }

    /// Clocks are often set at boot, while the network is waited for. What the clock would have shown at the beginning
    /// of the wait decides which 22:00 is the next one.
    private func realTime(_ now: Clocks) -> Int64 {
        end.milliseconds(from: now.real - (now.boot - start.boot))
    }

    /// The limit of another wait, which begins now: a duration begins again, a time stays.
    var forNextWait: WaitLimit { isTime ? self : WaitLimit(end) }

    /// The end as the end of a sentence.
    var text: String {
        if case .after(let duration) = end { return "after \(TimeSpan(milliseconds: duration))" }
        return "at \(Timestamp(milliseconds: realTime).local)"
    }
}
