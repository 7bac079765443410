// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// The lines for a stream whose reader may be slow. They wait until the stream has room, so that no write delays this process.
///
/// A line can have a subject. A newer line about the same subject replaces it, so that few lines wait.
package struct LineQueue<Subject: Hashable & Sendable>: Sendable {
    private struct Line {
        /// `nil` if no later line replaces it.
        var subject: Subject?
        /// What is not written yet.
        var bytes: ArraySlice<UInt8>
        var isBegun = false
    }

    private let stream: StandardStream
    private var lines: [Line] = []

    package init(_ stream: StandardStream) { self.stream = stream }

    /// Adds a line, which is written by the next ``flush()``.
    ///
    /// - Parameter subject: the subject of the line, which replaces a waiting line about the same subject; `nil` if it
    ///   replaces none.
    package mutating func add(_ line: [UInt8], about subject: Subject? = nil) {
        if let subject { lines.removeAll { $0.subject == subject && !$0.isBegun } }
        lines.append(Line(subject: subject, bytes: line[...]))
    }

    /// Writes the lines, as far as they fit into the stream.
    package mutating func flush() throws(OutputError) {
        try flush(by: stream.writeWithoutWaiting)
    }

    /// Writes the lines by a function that returns how many bytes it has written.
    mutating func flush<Failure: Error>(
        by write: (ArraySlice<UInt8>) throws(Failure) -> Int
    ) throws(Failure) {
        var written = 0
        defer { lines.removeFirst(written) }
        while written < lines.count {
            let count = try write(lines[written].bytes)
            if count > 0 { lines[written].isBegun = true }
            lines[written].bytes.removeFirst(count)
            guard lines[written].bytes.isEmpty else { return }
            written += 1
        }
    }

    /// The stream, to wait for its room; `nil` if no line waits.
    package var interest: PollSet.Interest? {
        lines.isEmpty ? nil : PollSet.Interest(stream.descriptor, writes: true)
    }
}
