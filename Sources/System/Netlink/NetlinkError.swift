// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A netlink operation failed: which one, for which reason, and the kernel's own message if it sent one.
package struct NetlinkError: Error, Hashable, Sendable {
    /// The operation that failed.
    package enum Operation: String, Hashable, Sendable {
        case open = "open a netlink socket"
        case openGeneric = "open a generic netlink socket"
        case subscribe = "subscribe to the kernel's changes"
        case subscribeWireless = "subscribe to the kernel's Wi-Fi changes (nl80211)"
        case attachFilter = "attach a filter (SO_ATTACH_FILTER)"
        case receive = "receive the kernel's changes"
        case dumpLinks = "dump links (RTM_GETLINK)"
        case readCounters = "read the counters of links (RTM_GETLINK)"
        case subscribeRemovals = "subscribe to the removal of links"
        case dumpAddresses = "dump addresses (RTM_GETADDR)"
        case dumpRules = "dump rules (RTM_GETRULE)"
        case lookUpRoute = "look up a route (RTM_GETROUTE)"
        case lookUpNeighbor = "look up a neighbor (RTM_GETNEIGH)"
        case resolveWirelessFamily = "resolve the generic netlink family nl80211"
        case dumpWirelessInterfaces = "dump Wi-Fi interfaces (NL80211_CMD_GET_INTERFACE)"
        case dumpWirelessNetworks = "dump Wi-Fi networks (NL80211_CMD_GET_SCAN)"
        case dumpWirelessStations = "dump Wi-Fi stations (NL80211_CMD_GET_STATION)"
        case resolveWireGuardFamily = "resolve the generic netlink family wireguard"
        case readWireGuard = "read a WireGuard interface (WG_CMD_GET_DEVICE)"
    }

    /// Why it failed.
    package enum Reason: Hashable, Sendable {
        /// The `errno` of a system call, or of the kernel's reply.
        case errno(Int32)
        /// An error code of libnl (`NLE_*`, positive).
        case library(Int32)
        /// A message breaks the netlink format.
        case malformed(MessageDecodingError)
        /// Changes interrupted the dump (`NLM_F_DUMP_INTR`) at every one of so many attempts.
        case interrupted(attempts: Int)
    }

    package let operation: Operation
    let reason: Reason
    /// The text of the kernel's extended acknowledgement (`NLMSGERR_ATTR_MSG`), if there is one.
    let kernelMessage: String?

    package init(_ operation: Operation, _ reason: Reason, kernelMessage: String? = nil) {
        self.operation = operation
        self.reason = reason
        self.kernelMessage = kernelMessage
    }

    /// The `errno`, where the reason is one.
    package var errno: Int32? {
        if case .errno(let number) = reason { number } else { nil }
    }

    /// The error of a libnl call that returned `result`, which is negative.
    ///
    /// libnl maps several values of `errno` to one code. The caller sets `errno` to 0 before the call, so that
    /// a value that the call left is the more exact reason.
    static func ofLibrary(_ operation: Operation, result: Int32) -> NetlinkError {
        let number = Glibc.errno
        return NetlinkError(operation, number != 0 ? .errno(number) : .library(abs(result)))
    }
}

extension NetlinkError: CustomStringConvertible {
    package var description: String {
        let why =
            switch reason {
            case .errno(let number): unsafe "\(String(cString: strerror(number))) (errno \(number))"
            case .library(let code):
                unsafe "\(String(cString: nl_geterror(code))) (libnl error \(code))"
            case .malformed(let error): "\(error)"
            case .interrupted(let attempts): "interrupted by changes \(attempts) times in a row"
            }
        let added = kernelMessage.map { ": \($0)" } ?? ""
        return "cannot \(operation.rawValue): \(why)\(added)"
    }
}

/// A message breaks the netlink format.
package enum MessageDecodingError: Error, Hashable, Sendable {
    /// The named part has fewer bytes than it needs.
    case truncated(String)
    /// An attribute's length is impossible (`rta_len`, `nla_len`).
    case attributeLength(Int)
    /// The message has another type (`nlmsg_type`) than the caller asked to read.
    case messageType(UInt16)
    /// A next hop's length is impossible (`rtnh_len`).
    case nextHopLength(Int)
    /// A prefix is longer than an address (`rtm_dst_len`).
    case prefixLength(UInt8)
}

extension MessageDecodingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .truncated(let part): "malformed message: \(part) is cut short"
        case .attributeLength(let length): "malformed message: an attribute has length \(length)"
        case .messageType(let type): "malformed message: unexpected type \(type)"
        case .nextHopLength(let length): "malformed message: a next hop has length \(length)"
        case .prefixLength(let length): "malformed message: a prefix has length \(length)"
        }
    }
}
