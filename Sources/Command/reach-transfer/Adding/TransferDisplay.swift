// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// Shows the events and the progress of transfers while a command waits for them.
protocol TransferDisplay {
    /// Shows an event.
    mutating func show(_ event: TransferEvent) throws
    /// Shows the present state of the transfers.
    mutating func refresh(_ transfers: @autoclosure () -> [Transfer])
    /// Adapts to another width of the terminal.
    mutating func resize()
    /// Removes the bars.
    mutating func clear()
    /// The time to call ``refresh(_:)`` although nothing happened, by `MonotonicClock`; `nil` for none.
    var due: Int64? { get }
}

/// A display whose lines all stay.
extension TransferDisplay {
    mutating func refresh(_ transfers: @autoclosure () -> [Transfer]) {}
    mutating func resize() {}
    mutating func clear() {}
    var due: Int64? { nil }
}

/// The events as JSON on standard output.
struct JSONDisplay: TransferDisplay {
    mutating func show(_ event: TransferEvent) throws {
        try StandardStream.output.write(JSONLineEncoder.line(event.listed))
        if event.event == .failed {
            StandardStream.error.notify(
                "reach: \(event.line(at: RealTimeClock.milliseconds))\n")
        }
    }
}

/// A line for each change, and now and then one for the progress: for logs.
struct LineDisplay: TransferDisplay {
    private let stream: StandardStream
    /// The time at which the progress of a transfer was shown last, by `MonotonicClock`.
    private var shownAt: [Transfer.ID: Int64] = [:]

    /// The time until progress is shown again, in milliseconds.
    private static let interval: Int64 = 10_000

    init(_ stream: StandardStream) { self.stream = stream }

    mutating func show(_ event: TransferEvent) throws {
        let now = MonotonicClock.milliseconds
        if event.event == .progress {
            guard let last = shownAt[event.transfer.id] else {
                shownAt[event.transfer.id] = now
                return
            }
            guard now - last >= Self.interval else { return }
            shownAt[event.transfer.id] = now
            let line = event.transfer.progressLine(at: RealTimeClock.milliseconds).text(
                columns: 100)
            return try stream.write("\(event.transfer.id.rawValue) \(line)\n")
        }
        let line = event.line(at: RealTimeClock.milliseconds)
        try stream.write(stream == .error ? "reach: \(line)\n" : "\(line)\n")
    }
}

/// A bar for each transfer, on a terminal. It is drawn at most four times a second.
struct BarDisplay: TransferDisplay {
    /// The number of lines of the bars.
    private var height = 0
    private var lines: [String] = []
    private var drawnAt: Int64 = 0
    private var isDirty = true
    private var hasCountdown = false

    /// The least number of milliseconds between two drawings.
    private static let interval: Int64 = 250
    /// The highest number of bars.
    private static let most = 12

    mutating func show(_ event: TransferEvent) throws {
        isDirty = true
        switch event.event {
        // These lines stay; the bars show the others.
        case .finished, .failed, .cancelled, .restarted, .delivered:
            clear()
            write(event.line(at: RealTimeClock.milliseconds) + "\n")
        case .added, .started, .progress, .waiting, .retrying, .verified, .paused, .resumed: break
        }
    }

    mutating func refresh(_ transfers: @autoclosure () -> [Transfer]) {
        let now = MonotonicClock.milliseconds
        guard isDirty || hasCountdown, now - drawnAt >= Self.interval || height == 0 else { return }
        let open = transfers().filter { !$0.state.isFinal }
        let columns = (StandardStream.error.columns ?? 80) - 1
        hasCountdown = open.contains { $0.state == .retrying }
        var new = open.prefix(Self.most).map {
            $0.progressLine(at: RealTimeClock.milliseconds).text(columns: columns)
        }
        if open.count > Self.most {
            new.append("and \(open.count - Self.most) more".shortened(to: columns))
        }
        isDirty = false
        drawnAt = now
        guard new != lines || height == 0 else { return }
        var text = beginning
        for line in new { text += "\u{1B}[K\(line)\n" }
        // What was there below.
        text += "\u{1B}[J"
        write(text)
        lines = new
        height = new.count
    }

    mutating func resize() {
        // Lines may have been broken: they are left above, and drawn again.
        height = 0
        isDirty = true
    }

    mutating func clear() {
        guard height > 0 else { return }
        write(beginning + "\u{1B}[J")
        height = 0
        lines = []
        isDirty = true
    }

    var due: Int64? {
        if isDirty { return drawnAt + Self.interval }
        return hasCountdown ? drawnAt + 1000 : nil
    }

    /// Moves the cursor to the beginning of the first bar.
    private var beginning: String { height > 0 ? "\r\u{1B}[\(height)A" : "\r" }

    /// A terminal that is stopped or closed delays no transfer.
    private func write(_ text: String) { StandardStream.error.notify(text) }
}
