// SPDX-License-Identifier: Apache-2.0

extension NetworkInterface {
    /// How sure a classification is.
    public enum Confidence: String, Sendable, Hashable, Codable, Comparable {
        /// A guess for want of better.
        case low
        /// Told by a sign that can mislead, such as a name that drivers use by custom.
        case medium
        /// Told by the kernel.
        case high

        /// Whether one is less sure than the other.
        public static func < (one: Confidence, other: Confidence) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .low: 0
            case .medium: 1
            case .high: 2
            }
        }
    }
}
