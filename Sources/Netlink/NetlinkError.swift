// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A netlink operation that failed: what was tried, why, and what the kernel added in words.
package struct NetlinkError: Error, Hashable, Sendable {
    /// What was being done.
    package enum Operation: String, Hashable, Sendable {
        case open = "open a netlink socket"
        case openGeneric = "open a generic netlink socket"
        case subscribe = "subscribe to the kernel's changes"
        case subscribeWireless = "subscribe to the kernel's Wi-Fi changes (nl80211)"
        case attachFilter = "attach a filter (SO_ATTACH_FILTER)"
        case receive = "receive the kernel's changes"
        case dumpLinks = "dump links (RTM_GETLINK)"
        case dumpAddresses = "dump addresses (RTM_GETADDR)"
        case dumpRules = "dump rules (RTM_GETRULE)"
        case lookUpRoute = "look up a route (RTM_GETROUTE)"
        case resolveWirelessFamily = "resolve the generic netlink family nl80211"
        case dumpWirelessInterfaces = "dump Wi-Fi interfaces (NL80211_CMD_GET_INTERFACE)"
        case dumpWirelessNetworks = "dump Wi-Fi networks (NL80211_CMD_GET_SCAN)"
        case dumpWirelessStations = "dump Wi-Fi stations (NL80211_CMD_GET_STATION)"
    }

    /// Why it failed.
    package enum Reason: Hashable, Sendable {
        /// The system's `errno`: of a system call, or in the kernel's reply.
        case errno(Int32)
        /// libnl's own error code (`NLE_*`, positive).
        case library(Int32)
        /// A message that does not keep to its format.
        case malformed(DecodingError)
        /// A dump that was interrupted by changes (`NLM_F_DUMP_INTR`) at each of so many attempts.
        case interrupted(attempts: Int)
    }

    package let operation: Operation
    package let reason: Reason
    /// The kernel's extended acknowledgement (`NLMSGERR_ATTR_MSG`).
    package let kernelMessage: String?

    package init(_ operation: Operation, _ reason: Reason, kernelMessage: String? = nil) {
        self.operation = operation
        self.reason = reason
        self.kernelMessage = kernelMessage
    }

    /// The system's error number, if it is known.
    package var errno: Int32? {
        if case .errno(let number) = reason { number } else { nil }
    }

    /// The error of a libnl call that returned `result` (negative). libnl folds several error
    /// numbers into one code, so the system's is taken where the call has left it.
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
