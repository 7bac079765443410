// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A moment by three clocks, in milliseconds.
struct RecordMoment: Hashable, Sendable {
    /// Since 1970 (`CLOCK_REALTIME`).
    var time: Int64
    /// Since the boot, time asleep included (`CLOCK_BOOTTIME`).
    var uptime: Int64
    /// Since the boot, time asleep excluded (`CLOCK_MONOTONIC`).
    var awake: Int64

    /// The present.
    static var now: RecordMoment {
        // The time awake is read before the uptime, so that it is never the greater one.
        let awake = MonotonicClock.milliseconds
        return RecordMoment(
            time: RealTimeClock.milliseconds, uptime: BootTimeClock.milliseconds, awake: awake)
    }

    /// The moment this many milliseconds earlier.
    func earlier(by milliseconds: Int64) -> RecordMoment {
        RecordMoment(
            time: time - milliseconds, uptime: max(0, uptime - milliseconds),
            awake: max(0, awake - milliseconds))
    }
}

/// A line that a recorder writes.
struct RecordLine<Path: Encodable>: Encodable {
    /// The event of a line.
    enum Content {
        /// A recorder has started. The rows have the counters from which it counts.
        case start([TrafficRow], Path)
        /// The path has changed.
        case path([PathChange.Field], Path)
        /// Bytes were carried.
        case traffic([TrafficRow])
        /// The recorder ends.
        case stop
    }

    let moment: RecordMoment
    let boot: String
    let content: Content

    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "schema": RecordEntry.schema, "time": Timestamp(milliseconds: moment.time),
            "boot": boot, "uptime": Seconds(milliseconds: moment.uptime),
            "awake": Seconds(milliseconds: moment.awake),
        ])
        switch content {
        case .start(let rows, let path):
            try encoder.encodeObject(["event": "start", "traffic": rows, "path": path])
        case .path(let changes, let path):
            try encoder.encodeObject(["event": "path", "changes": changes, "path": path])
        case .traffic(let rows):
            try encoder.encodeObject(["event": "traffic", "traffic": rows])
        case .stop: try encoder.encodeObject(["event": "stop"])
        }
    }
}

/// A line of a record, or of `reach watch --json`, as far as a reader uses it.
struct RecordEntry: Hashable, Sendable {
    /// The kinds of lines.
    enum Event: String, Sendable {
        case start, path, traffic, stop
        /// The words of `reach watch --json`.
        case initial, change, resync
        /// A word of a later version.
        case other
    }

    /// The parts of a line that a reader wants.
    enum Part { case path, traffic }

    /// Milliseconds since 1970.
    var time: Int64 = 0
    /// The identifier of the boot; `nil` in lines of `reach watch --json`.
    var boot: String?
    /// Milliseconds since the boot, time asleep included; `nil` if they are not recorded.
    var uptime: Int64?
    /// Milliseconds since the boot, time asleep excluded; `nil` if they are not recorded.
    var awake: Int64?
    var event = Event.other
    /// The bytes of interfaces; empty unless they are wanted.
    var rows: [TrafficRow] = []
    /// The path; `nil` if the line has none, or unless it is wanted.
    var state: Observation.State?
}

extension RecordEntry {
    /// The schema of the lines that this version writes and reads.
    static let schema: UInt64 = 1

    /// Why a line cannot be read.
    enum Fault: Error, Hashable, Sendable {
        /// Neither a recorder nor `reach watch --json` has written it.
        case foreign
        /// A newer version of reach has written it, with this schema.
        case newer(UInt64)
    }

    /// Reads a line.
    ///
    /// - Parameter parts: the parts that are wanted. A line of a recorder is not read beyond the last of them.
    init(_ line: ArraySlice<UInt8>, _ parts: Set<Part>) throws(Fault) {
        var schema: UInt64?
        do throws(JSONReader.Fault) {
            self = try Self.read(line, parts, &schema)
        } catch {
            // The rest of such a line may have other members.
            if let schema, schema > Self.schema { throw .newer(schema) }
            throw .foreign
        }
    }

    /// Reads a line that a recorder has written.
    init(ofRecorder line: ArraySlice<UInt8>, _ parts: Set<Part>) throws(Fault) {
        try self.init(line, parts)
        guard boot != nil, uptime != nil else { throw .foreign }
    }

    private static func read(
        _ line: ArraySlice<UInt8>, _ parts: Set<Part>, _ schema: inout UInt64?
    ) throws(JSONReader.Fault) -> RecordEntry {
        var entry = RecordEntry()
        var (found, time): (UInt64?, Timestamp?) = (nil, nil)
        defer { schema = found }
        var reader = JSONReader(line)
        try reader.object { (reader, name) throws(JSONReader.Fault) in
            switch name {
            case "schema":
                found = try reader.count()
                guard found == Self.schema else { throw JSONReader.Fault() }
            case "time": time = Timestamp(text: try reader.string())
            case "boot": entry.boot = try reader.string()
            case "uptime": entry.uptime = try reader.milliseconds()
            case "awake": entry.awake = try reader.milliseconds()
            case "event": entry.event = Event(rawValue: try reader.string()) ?? .other
            case "traffic" where parts.contains(.traffic):
                try reader.array { (reader) throws(JSONReader.Fault) in
                    entry.rows.append(try TrafficRow(&reader))
                }
            case "path" where parts.contains(.path):
                entry.state = try Observation.State(&reader)
            case "traffic", "path", "changes":
                // The recorder writes these after all others.
                if entry.boot != nil, !parts.contains(.path) || name == "path" {
                    reader.abandon()
                } else {
                    try reader.skip()
                }
            default: try reader.skip()
            }
        }
        try reader.end()
        guard found != nil, let time else { throw JSONReader.Fault() }
        entry.time = time.milliseconds
        let hasPath: Bool =
            switch entry.event {
            case .start, .path, .initial, .change, .resync: true
            case .traffic, .stop, .other: false
            }
        guard entry.state != nil || !hasPath || !parts.contains(.path) else {
            throw JSONReader.Fault()
        }
        return entry
    }
}

extension Observation.State {
    /// Reads a path, as far as a history uses it.
    fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        var (status, connection, primary): (String?, String?, String?) = (nil, nil, nil)
        var (metered, connectivity): (String?, String?) = (nil, nil)
        func value(_ reader: inout JSONReader) throws(JSONReader.Fault) -> String? {
            var value: String?
            try reader.object { (reader, name) throws(JSONReader.Fault) in
                if name == "value" { value = try reader.string() } else { try reader.skip() }
            }
            return value
        }
        try reader.object { (reader, name) throws(JSONReader.Fault) in
            switch name {
            case "status": status = try reader.string()
            case "connection": connection = try reader.string()
            case "primary": primary = try reader.optionalString()
            case "metered": metered = try value(&reader)
            case "connectivity": connectivity = try value(&reader)
            default: try reader.skip()
            }
        }
        guard let status, let connection, let metered,
            let state = Self(
                status: status, connection: connection, primary: primary, metered: metered,
                connectivity: connectivity)
        else { throw JSONReader.Fault() }
        self = state
    }
}

/// A line that a reader refuses.
struct FaultyLine: Hashable, Sendable {
    /// The number of the line, from 1.
    let number: Int
    let fault: RecordEntry.Fault

    /// Returns the failure with exit code 65 that names the line.
    ///
    /// - Parameters:
    ///   - file: the file that has the line.
    ///   - writers: the commands that write such lines.
    func failure(in file: String, of writers: String) -> Failure {
        let reason =
            switch fault {
            case .foreign: "this is no line of \(writers)"
            case .newer(let schema):
                "this was written by a newer version of reach (schema \(schema); this version knows "
                    + "\(RecordEntry.schema))"
            }
        return Failure("\(file), line \(number): \(reason)", exitCode: 65)
    }
}
