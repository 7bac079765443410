// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

extension NetlinkSocket {
    /// Asks for one link (`RTM_GETLINK`), for the sake of waiting: the kernel answers under the
    /// lock (RTNL) that it holds while it changes links, addresses and routes.
    package borrowing func askForLoopback() throws(NetlinkError) {
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request)
        var header = ifinfomsg()
        header.ifi_index = 1
        request.append(header)
        request.append(Int32(cnl_ifla_ext_mask), cnl_rtext_filter_skip_stats)
        switch try ask(request, .waitForLock, { (_) throws(DecodingError) in }) {
        case .success: break
        case .failure(let refusal): try refusal.check(.waitForLock)
        }
    }
}
