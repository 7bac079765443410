// SPDX-License-Identifier: Apache-2.0

extension PathExplanation {
    /// Why an answer is what it is: one question about one subject, and all that was seen.
    public struct Answer: Sendable, Hashable {
        /// What was asked.
        public enum Question: String, Sendable, Hashable {
            /// What is this interface?
            case type
            /// Is there a path to the internet, and by which way?
            case path
            /// Does it cost the user money?
            case metered
        }

        /// The name of the interface that it is about, or `path`.
        public let subject: String
        /// The index of that interface; `nil` if it is about the path. (An interface may be called
        /// `path`, and names may be alike but for bytes that are not UTF-8.)
        public let interface: Int?
        /// What was asked.
        public let question: Question
        /// The answer in one word, the same as in the path.
        public let answer: String
        /// How sure it is; only types have that.
        public let confidence: NetworkInterface.Confidence?
        /// What was seen, and which of it decided.
        public let evidence: [Evidence]
    }

    /// One thing that was seen.
    public struct Evidence: Sendable, Hashable {
        /// Who said it.
        public enum Source: String, Sendable, Hashable {
            /// A message of the kernel's route netlink.
            case netlink
            /// nl80211, the kernel's Wi-Fi configuration.
            case nl80211
            /// The device's uevent, in sysfs.
            case uevent
            /// sysfs.
            case sysfs
            /// procfs.
            case procfs
            /// NetworkManager, over the system bus.
            case networkManager
            /// A route lookup.
            case lookup
            /// The resolver's configuration.
            case resolver
            /// What followed from the rest: what other interfaces were found to be, why there is no
            /// path.
            case classification
            /// A rung of the ladder by which it is decided what an interface costs.
            case ladder
        }

        /// Who said it.
        public let source: Source
        /// What they said, in words for people. Programs should not read it: it changes from version
        /// to version. Names of interfaces and networks stand in it as they are: whoever prints it
        /// escapes control characters.
        public let fact: String
        /// Whether the answer follows from it.
        public let decided: Bool
    }
}
