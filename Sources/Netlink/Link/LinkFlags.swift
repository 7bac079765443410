// SPDX-License-Identifier: Apache-2.0

/// `ifi_flags` (`IFF_*` of linux/if.h), of which those have names that are of use here.
package struct LinkFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `IFF_UP`: an administrator wants it up.
    package static let up = LinkFlags(rawValue: 0x1)
    /// `IFF_RUNNING`: RFC 2863's operational state is up or unknown.
    package static let running = LinkFlags(rawValue: 0x40)
    /// `IFF_LOWER_UP`: the driver signals a carrier.
    package static let lowerUp = LinkFlags(rawValue: 0x10000)
    /// `IFF_DORMANT`: the link waits for something, such as 802.1X.
    package static let dormant = LinkFlags(rawValue: 0x20000)

    /// Whether all of the bits are set. (`contains` is generic, and another module's code of it is not
    /// specialized.)
    package func hasAll(_ one: LinkFlags, _ other: LinkFlags) -> Bool {
        let both = one.rawValue | other.rawValue
        return rawValue & both == both
    }

    /// Whether a bit is set.
    package func has(_ flag: LinkFlags) -> Bool { hasAll(flag, flag) }
}
