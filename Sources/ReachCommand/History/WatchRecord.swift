// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A line of `reach watch --json`, as far as a history needs it.
struct WatchRecord: Decodable {
    private struct Path: Decodable {
        struct Metered: Decodable { let value: String }
        struct Connectivity: Decodable { let value: String }

        let status: String
        let connection: String
        let primary: String?
        let metered: Metered
        /// `nil` in lines of versions before 0.2.
        let connectivity: Connectivity?
    }

    private let schema: Int
    private let time: String
    private let event: String
    private let path: Path

    /// The observation; `nil` if the line is of another version of the format, or has no valid time.
    private var observation: Observation? {
        guard schema == 1, let time = Timestamp(text: time),
            let state = Observation.State(
                status: path.status, connection: path.connection, primary: path.primary,
                metered: path.metered.value, connectivity: path.connectivity?.value)
        else { return nil }
        return Observation(
            time: time.milliseconds, state: state, isFirst: event == "initial")
    }

    /// A line that is none of `reach watch --json`.
    struct Fault: Error, Hashable {
        /// The number of the line, from 1.
        let line: Int
    }

    /// Returns the observations in lines. A last line without its end was interrupted, and is left out.
    static func observations(in lines: [UInt8]) throws(Fault) -> [Observation] {
        let decoder = JSONDecoder()
        var observations: [Observation] = []
        let parts = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (position, line) in parts.enumerated() where !line.isEmpty {
            let record = try? decoder.decode(WatchRecord.self, from: Data(line))
            guard let observation = record?.observation else {
                if position + 1 == parts.count { break }
                throw Fault(line: position + 1)
            }
            observations.append(observation)
        }
        return observations
    }
}
