// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

extension NetlinkSocket {
    /// Looks up the neighbor entry of one address (`RTM_GETNEIGH`). No packet is sent, and the cost does not depend on the
    /// number of entries.
    ///
    /// - Returns: `nil` if there is no entry, no such interface, or the kernel is older than 5.0, which cannot look up
    ///   one entry.
    package borrowing func entry(of neighbor: Neighbor) throws(NetlinkError) -> NeighborMessage? {
        let request = Request(type: cnl_rtm_getneigh, flags: cnl_nlm_f_request)
        var header = ndmsg()
        header.ndm_family = neighbor.address.family.rawValue
        header.ndm_ifindex = Int32(truncatingIfNeeded: neighbor.interface)
        request.append(header)
        request.append(cnl_nda_dst, neighbor.address)
        return try answer(to: request, .lookUpNeighbor) { (header, message) throws(NetlinkError) in
            try Self.entry(header, message)
        }
    }

    private static func entry(
        _ header: MessageHeader, _ message: RawSpan
    ) throws(NetlinkError) -> NeighborMessage? {
        if header.type == cnl_nlmsg_error {
            let acknowledgement = Acknowledgement(header, message)
            if [ENOENT, ENODEV, EOPNOTSUPP, EINVAL].contains(acknowledgement.errno) { return nil }
            try acknowledgement.check(.lookUpNeighbor)
            return nil
        }
        do throws(MessageDecodingError) {
            return try NeighborMessage(decoding: message)
        } catch {
            throw NetlinkError(.lookUpNeighbor, .malformed(error))
        }
    }
}
