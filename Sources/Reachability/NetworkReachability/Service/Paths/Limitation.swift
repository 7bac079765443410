// SPDX-License-Identifier: Apache-2.0

/// A source of changes that cannot be observed although the kernel reports its own, and why.
package struct Limitation: Sendable, Hashable {
    /// A source of changes.
    package enum Source: Sendable, Hashable, CaseIterable {
        /// The files of the resolver and of DHCP clients.
        case files
        /// The timer that notices the end of a suspend.
        case suspend
        /// The kernel's Wi-Fi configuration, nl80211.
        case wifi
        /// The kernel's interfaces and routes. xdg-desktop-portal is asked instead.
        case network
    }

    /// The source of changes that cannot be observed.
    package let source: Source
    /// Why it cannot be observed.
    package let error: NetworkAccessError

    init(_ source: Source, _ error: NetworkAccessError) {
        self.source = source
        self.error = error
    }
}

extension Limitation.Source: CustomStringConvertible {
    /// The source as the subject of a sentence.
    package var description: String {
        switch self {
        case .files: "Changes of files"
        case .suspend: "The end of a suspend"
        case .wifi: "Changes of Wi-Fi"
        case .network: "The interfaces and routes"
        }
    }
}

extension ServiceAvailability {
    /// Why an answer is missing; `nil` if none is.
    package var missingAnswerReason: String? {
        switch self {
        case .answered, .notRunning: nil
        case .missing(let reason): reason
        }
    }
}
