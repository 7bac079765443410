// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LinuxSystem

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

    /// Returns the observation in a line; `nil` if it is none of `reach watch --json`.
    static func observation(in line: ArraySlice<UInt8>) -> Observation? {
        (try? JSONDecoder().decode(WatchRecord.self, from: Data(line)))?.observation
    }
}

/// The observations in lines that arrive one after the other.
struct WatchRecords {
    private(set) var observations: [Observation] = []
    /// The number of the first line that is none of `reach watch --json`, from 1.
    private(set) var faultyLine: Int?
    private var lineCount = 0
    private let from: Int64
    /// Whether the lines so far are about the time before the range.
    private var isBefore = true

    /// How many observations before the range are kept. The last one tells how the range begins.
    private static let former = 10

    /// - Parameter from: the beginning of the range, in milliseconds since 1970.
    init(from: Int64) { self.from = from }

    /// Takes a line.
    ///
    /// - Parameter isComplete: whether the line has its end. Without it, it was interrupted, and is left out if it is not
    ///   valid.
    /// - Returns: whether more lines are wanted.
    mutating func take(_ line: ArraySlice<UInt8>, _ isComplete: Bool) -> Bool {
        lineCount += 1
        if line.isEmpty { return true }
        guard let observation = WatchRecord.observation(in: line) else {
            if isComplete { faultyLine = lineCount }
            return !isComplete
        }
        isBefore = isBefore && observation.time < from
        observations.append(observation)
        if isBefore, observations.count > 2 * Self.former {
            observations.removeFirst(observations.count - Self.former)
        }
        return true
    }
}
