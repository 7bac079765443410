// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// A line of JSON that the command prints: the members `schema` and `time`, then those of an object.
struct OutputLine<Content: Encodable>: Encodable {
    private let time = Timestamp(milliseconds: RealTimeClock.milliseconds)
    private let content: Content

    private enum CodingKeys: String, CodingKey {
        case schema, time
    }

    init(_ content: Content) { self.content = content }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // The number rises when a member goes or means something else.
        try container.encode(1, forKey: .schema)
        try container.encode(time, forKey: .time)
        try content.encode(to: encoder)
    }

    /// The line with its end.
    var bytes: [UInt8] { JSONLineEncoder.line(self) }
}
