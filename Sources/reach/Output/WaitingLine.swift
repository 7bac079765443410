// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ProcessControl

/// One line on the terminal while a command waits: what for, since when, and until when at the most. It
/// is on standard error, and gone when the waiting is over. A service manager is told the same.
struct WaitingLine {
    private let started = WallClock.milliseconds
    /// When it is given up.
    private let deadline: Int64?
    private let isShown = StandardStream.error.takesEscapes
    private var last: String?

    /// - Parameter limit: how many milliseconds the waiting lasts at the most, from now on; `nil` for no limit.
    init(lasting limit: Int64?) { deadline = limit.map { WallClock.milliseconds + $0 } }

    /// Shows what is missing.
    mutating func show(_ lacks: String) {
        guard lacks != last else { return }
        last = lacks
        ServiceManager.tell("STATUS=waiting: \(lacks)")
        guard isShown else { return }
        let start = Timestamp(milliseconds: started)
        var text = "waiting since \(start.localTimeOfDay)"
        if let deadline {
            let end = Timestamp(milliseconds: deadline)
            let isSameDay = end.localDate == start.localDate
            text += ", until \(isSameDay ? end.localTimeOfDay : end.local)"
        }
        text += ": \(lacks)"
        if let columns = StandardStream.error.columns { text = String(text.prefix(columns - 1)) }
        // Erases the line before.
        write("\r\u{1B}[K" + text)
    }

    /// Takes the line away.
    mutating func clear() {
        guard last != nil else { return }
        last = nil
        guard isShown else { return }
        write("\r\u{1B}[K")
    }

    /// A terminal that has gone, or that is held, is no reason to stop waiting.
    private func write(_ text: String) { StandardStream.error.tell(text) }
}
