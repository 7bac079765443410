// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// Shows the events and the progress of transfers while a command waits for them.
///
/// No display waits for its reader: the command may be the worker, which must heed signals and the network.
protocol TransferDisplay {
    /// Shows an event. A line of it may wait for the next call of `flush`.
    mutating func show(_ event: TransferEvent)
    /// Writes the lines, as far as the stream has room for them.
    mutating func flush() throws
    /// The stream, to wait for its room; `nil` if no line waits.
    var interest: PollSet.Interest? { get }
    /// Shows the present state of the transfers.
    mutating func refresh(_ transfers: @autoclosure () -> [Transfer])
    /// Adapts to another width of the terminal.
    mutating func resize()
    /// Removes the bars.
    mutating func clear()
    /// The time to call ``refresh(_:)`` although nothing happened, by `MonotonicClock`; `nil` for none.
    var due: Int64? { get }
}

/// A display whose lines all stay. For a slow reader, the progress of a transfer is merged.
protocol LastingDisplay: TransferDisplay {
    /// The lines that wait until the stream has room.
    var lines: LineQueue<Transfer.ID> { get set }
}

extension LastingDisplay {
    mutating func flush() throws { try lines.flush() }
    var interest: PollSet.Interest? { lines.interest }
    mutating func refresh(_ transfers: @autoclosure () -> [Transfer]) {}
    mutating func resize() {}
    mutating func clear() {}
    var due: Int64? { nil }
}

/// The events as JSON on standard output.
struct JSONDisplay: LastingDisplay {
    var lines = LineQueue<Transfer.ID>(.output)

    mutating func show(_ event: TransferEvent) {
        lines.add(
            JSONLineEncoder.line(event.listed),
            about: event.event == .progress ? event.transfer.id : nil)
        if event.event == .failed {
            StandardStream.error.notify(
                "reach: \(event.line(at: RealTimeClock.milliseconds))\n")
        }
    }
}

/// A line for each change, and now and then one for the progress: for logs.
struct LineDisplay: LastingDisplay {
    var lines: LineQueue<Transfer.ID>
    private let stream: StandardStream
    /// The time at which the progress of a transfer was shown last, by `MonotonicClock`.
    private var shownAt: [Transfer.ID: Int64] = [:]

    /// The time until progress is shown again, in milliseconds.
    private static let interval: Int64 = 10_000

    init(_ stream: StandardStream) {
        self.stream = stream
        lines = LineQueue(stream)
    }

    mutating func show(_ event: TransferEvent) {
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
            let text = "\(event.transfer.id.rawValue) \(line)\n"
            return lines.add(Array(text.utf8), about: event.transfer.id)
        }
        let line = event.line(at: RealTimeClock.milliseconds)
        lines.add(Array((stream == .error ? "reach: \(line)\n" : "\(line)\n").utf8))
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

    mutating func show(_ event: TransferEvent) {
        isDirty = true
        switch event.event {
        // These lines stay; the bars show the others.
        case .finished, .failed, .cancelled, .restarted, .delivered:
            clear()
            write(event.line(at: RealTimeClock.milliseconds) + "\n")
        case .added, .started, .progress, .waiting, .retrying, .verified, .paused, .resumed: break
        }
    }

    /// The lines are written at once, or dropped.
    func flush() {}
    var interest: PollSet.Interest? { nil }

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
