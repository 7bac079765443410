// SPDX-License-Identifier: Apache-2.0

/// Writes metrics in the text format of Prometheus (version 0.0.4).
struct MetricsWriter {
    /// The written text.
    private(set) var bytes: [UInt8] = []
    /// The name of the metric that is being written.
    private var name: String = ""

    /// What the values of a metric mean.
    enum Kind {
        /// A value that goes up and down.
        case gauge
        /// A value that only rises, and begins at 0 with each start.
        case counter

        fileprivate var word: String {
            switch self {
            case .gauge: "gauge"
            case .counter: "counter"
            }
        }
    }

    /// A name with a value, by which the samples of a metric differ.
    typealias Label = (name: String, value: String)

    /// Begins a metric. Its samples are written next.
    mutating func metric(_ name: String, _ kind: Kind, help: String) {
        self.name = name
        write("# HELP \(name) \(help)\n# TYPE \(name) \(kind.word)\n")
    }

    /// Writes a sample of the metric that was begun last.
    mutating func sample(_ value: Int, _ labels: Label...) {
        begin(labels)
        write("\(value)\n")
    }

    /// Writes 1 or 0 as a sample of the metric that was begun last.
    mutating func sample(_ isTrue: Bool, _ labels: Label...) {
        begin(labels)
        write(isTrue ? "1\n" : "0\n")
    }

    /// Writes a time as a sample, in seconds.
    mutating func sample(milliseconds: Int64) {
        begin([])
        write("\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())\n")
    }

    private mutating func begin(_ labels: [Label]) {
        write(name)
        if !labels.isEmpty {
            for (position, label) in labels.enumerated() {
                write("\(position == 0 ? "{" : ",")\(label.name)=\"")
                bytes += Self.escape(label.value)
                write("\"")
            }
            write("}")
        }
        write(" ")
    }

    private mutating func write(_ text: String) { bytes += text.utf8 }

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
