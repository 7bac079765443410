// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// An interface as `reach status --json` prints it: also with the quality of its link.
struct StatusInterface: Encodable {
    private let interface: NetworkInterface
    private let quality: LinkQuality

    private enum CodingKeys: String, CodingKey {
        case signal, linkSpeed
    }

    init(_ interface: NetworkInterface) {
        self.interface = interface
        quality = interface.linkQuality()
    }

    func encode(to encoder: any Encoder) throws {
        try interface.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(quality.signal, forKey: .signal)
        try container.encode(quality.speed, forKey: .linkSpeed)
    }
}
