// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import CommandSystem

/// The status line of a command that waits: the reason, the start, and the limit.
///
/// The line is shown on standard error if it is a terminal, and erased at the end of the wait. The service manager gets
/// the reason as the status.
struct WaitingLine {
    private let started = RealTimeClock.milliseconds
    /// The end of the wait; `nil` for no end.
    private let limit: WaitLimit?
    private let isShown = StandardStream.error.interpretsEscapes
    private var last: String?

    /// - Parameter limit: the end of the wait, which begins now; `nil` for no end.
    init(until limit: WaitLimit?) { self.limit = limit }

    /// Shows why the wait continues.
    mutating func show(_ lacks: String) {
        guard lacks != last else { return }
        last = lacks
        ServiceManager.notify("STATUS=waiting: \(lacks)")
        guard isShown else { return }
        let start = Timestamp(milliseconds: started)
        var text = "waiting since \(start.localTimeOfDay)"
        if let limit {
            let end = Timestamp(milliseconds: limit.realTime)
            let isSameDay = end.localDate == start.localDate
            text += ", until \(isSameDay ? end.localTimeOfDay : end.local)"
        }
        text += ": \(lacks)"
        if let columns = StandardStream.error.columns { text = String(text.prefix(columns - 1)) }
        // Erases the previous line.
        write("\r\u{1B}[K" + text)
    }

    /// Erases the line.
    mutating func clear() {
        guard last != nil else { return }
        last = nil
        guard isShown else { return }
        write("\r\u{1B}[K")
    }

    /// Writes text to the terminal. Errors are ignored, so that a closed or stopped terminal does not end the wait.
    private func write(_ text: String) { StandardStream.error.notify(text) }
}
