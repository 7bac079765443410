// SPDX-License-Identifier: Apache-2.0

import CommandSystem

/// Writes metrics in the text format of Prometheus (version 0.0.4).
struct MetricsWriter: ~Copyable {
    private var buffer = ByteBuffer(capacity: 4096)
    /// The name of the metric that is being written.
    private var name: StaticString = ""

    /// What the values of a metric mean.
    enum Kind {
        /// A value that goes up and down.
        case gauge
        /// A value that only rises, and begins at 0 with each start.
        case counter

        fileprivate var word: StaticString {
            switch self {
            case .gauge: "gauge"
            case .counter: "counter"
            }
        }
    }

    /// A name with a value, by which the samples of a metric differ.
    typealias Label = (name: StaticString, value: String)

    /// The written text.
    var bytes: [UInt8] { buffer.bytes }

    /// Begins a metric. Its samples are written next.
    mutating func metric(_ name: StaticString, _ kind: Kind, help: StaticString) {
        self.name = name
        for (word, text) in [("# HELP " as StaticString, help), ("# TYPE ", kind.word)] {
            buffer.append(word)
            buffer.append(name)
            buffer.append(" " as StaticString)
            buffer.append(text)
            buffer.append("\n" as StaticString)
        }
    }

    /// Writes a sample of the metric that was begun last.
    mutating func sample(_ value: Int, _ labels: Label...) {
        begin(labels)
        buffer.append(value)
        buffer.append("\n" as StaticString)
    }

    /// Writes 1 or 0 as a sample of the metric that was begun last.
    mutating func sample(_ isTrue: Bool, _ labels: Label...) {
        begin(labels)
        buffer.append(isTrue ? "1\n" : "0\n" as StaticString)
    }

    /// Writes a time as a sample, in seconds.
    mutating func sample(milliseconds: Int64) {
        begin([])
        buffer.append(Int(milliseconds / 1000))
        buffer.append("." as StaticString)
        buffer.append(milliseconds % 1000, digits: 3)
        buffer.append("\n" as StaticString)
    }

    private mutating func begin(_ labels: [Label]) {
        buffer.append(name)
        if !labels.isEmpty {
            for (position, label) in labels.enumerated() {
                buffer.append(position == 0 ? "{" : "," as StaticString)
                buffer.append(label.name)
                buffer.append("=\"" as StaticString)
                buffer.append(Self.escape(label.value))
                buffer.append("\"" as StaticString)
            }
            buffer.append("}" as StaticString)
        }
        buffer.append(" " as StaticString)
    }

    /// The value of a label. Bytes decide, not characters: a quotation mark that a combining mark follows ends a value.
    private static func escape(_ text: String) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): escaped += "\\\\".utf8
            case UInt8(ascii: "\""): escaped += "\\\"".utf8
            case UInt8(ascii: "\n"): escaped += "\\n".utf8
            default: escaped.append(byte)
            }
        }
        return escaped
    }
}
