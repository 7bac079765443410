// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

extension [FilterInstruction] {
    /// Gives the program to a socket (`SO_ATTACH_FILTER`).
    func attach(to descriptor: Int32) throws(NetlinkError) {
        var instructions = map {
            sock_filter(code: $0.code, jt: $0.skipIfTrue, jf: $0.skipIfFalse, k: $0.operand)
        }
        let failure = unsafe instructions.withUnsafeMutableBufferPointer { buffer -> Int32 in
            var filter = unsafe sock_fprog(
                len: UInt16(buffer.count), filter: buffer.baseAddress)
            let result = unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &filter,
                socklen_t(MemoryLayout<sock_fprog>.size))
            return result < 0 ? errno : 0
        }
        if failure != 0 { throw NetlinkError(.attachFilter, .errno(failure)) }
    }
}
