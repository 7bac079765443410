// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A line of JSON that the command prints: the members `schema` and `time`, then those of an object.
package struct OutputLine<Content: Encodable>: Encodable {
    private let time = Timestamp(milliseconds: RealTimeClock.milliseconds)
    private let content: Content

    private enum CodingKeys: String, CodingKey {
        case schema, time
    }

    package init(_ content: Content) { self.content = content }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // The number rises when a member goes or means something else.
        try container.encode(1, forKey: .schema)
        try container.encode(time, forKey: .time)
        try content.encode(to: encoder)
    }

    /// The line with its end.
    package var bytes: [UInt8] { JSONLineEncoder.line(self) }
}

extension Encoder {
    /// Encodes an object with these members, in this order.
    package func encodeObject(_ members: KeyValuePairs<String, (any Encodable)?>) throws {
        var container = container(keyedBy: MemberKey.self)
        for (name, value) in members {
            if let value {
                try container.encode(value, forKey: MemberKey(name))
            } else {
                try container.encodeNil(forKey: MemberKey(name))
            }
        }
    }
}
