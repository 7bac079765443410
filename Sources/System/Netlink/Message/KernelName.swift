// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// The names that libnl-route has for the kernel's numbers, where they are the names that this package shows.
///
/// For these the package has names of its own:
/// - Operational states and address flags: JSON has them in lowerCamelCase (`lowerLayerDown`, `dadFailed`).
///   `rtnl_link_operstate2str` writes `lowerlayerdown`. `rtnl_addr_flags2str` writes `dadfailed`, lacks
///   `IFA_F_MCAUTOJOIN` and `IFA_F_STABLE_PRIVACY`, and calls a temporary IPv6 address `secondary`, whose bit it
///   shares.
/// - The states of next hops: `rtnl_route_nh_flags2str` lacks `RTNH_F_LINKDOWN`.
/// - Hardware types: `nl_llproto2str` lacks `ARPHRD_RAWIP`, that of most modems.
/// - Wi-Fi modes, the kinds of links and the types of rtnetlink messages: libnl has no table of them.
package enum KernelName {
    /// The name of a type of routes (`nl_rtntype2str`, `RTN_*`), as `ip route` shows it. A number without a name is
    /// written in hexadecimal.
    package static func routeType(_ type: UInt8) -> String {
        unsafe read { unsafe nl_rtntype2str(Int32(type), $0, $1) }
    }

    /// The name of a scope (`rtnl_scope2str`, `RT_SCOPE_*`), as `ip address` shows it. A number without a name is
    /// written in hexadecimal.
    package static func scope(_ scope: UInt8) -> String {
        unsafe read { unsafe rtnl_scope2str(Int32(scope), $0, $1) }
    }

    /// Reads a name that libnl writes into a buffer. The longest has 11 letters.
    private static func read(
        _ write: (UnsafeMutablePointer<CChar>?, Int) -> UnsafeMutablePointer<CChar>?
    ) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            unsafe write(buffer.baseAddress, buffer.count).map { unsafe String(cString: $0) } ?? ""
        }
    }
}
