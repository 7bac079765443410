// SPDX-License-Identifier: Apache-2.0
//
// libnl-3 and libnl-route-3 for Swift, with what Swift does not import: macros, and constants that the kernel's
// headers define in several integer types. Each constant has the width of the message field with which it is compared.

#ifndef CNETLINK_SHIM_H
#define CNETLINK_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux: it asks the kernel over netlink."
#endif

// Without the headers, nothing else is compiled, so that this is the only error.
#if !__has_include(<netlink/netlink.h>)
#error "libnl is missing. On Debian and Ubuntu: apt install libnl-route-3-dev pkg-config"
#else

#include <stdint.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/fib_rules.h>
#include <linux/filter.h>
#include <linux/if_addr.h>
#include <linux/if_arp.h>
#include <linux/if_link.h>
#include <linux/neighbour.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#include <netlink/addr.h>
#include <netlink/errno.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/route/nexthop.h>
#include <netlink/route/route.h>
#include <netlink/route/rtnl.h>
#include <netlink/socket.h>

#ifndef SOL_NETLINK
#define SOL_NETLINK 270
#endif

// Sockets
static const int32_t cnl_netlink_route = NETLINK_ROUTE;
static const int32_t cnl_netlink_generic = NETLINK_GENERIC;
static const int32_t cnl_sol_netlink = SOL_NETLINK;
static const int32_t cnl_netlink_ext_ack = NETLINK_EXT_ACK;
static const int32_t cnl_so_rcvbufforce = SO_RCVBUFFORCE;
static const int32_t cnl_netlink_cap_ack = NETLINK_CAP_ACK;

// recvmmsg(2), which the C library declares only with _GNU_SOURCE.
struct cnl_datagram {
    // struct mmsghdr
    struct msghdr header;
    unsigned int length;
};
static inline int cnl_recvmmsg(int socket, struct cnl_datagram *datagrams, unsigned int count, int flags) {
    return syscall(SYS_recvmmsg, socket, datagrams, count, flags, NULL);
}
static const int32_t cnl_msg_waitforone = MSG_WAITFORONE;

// Message headers (nlmsg_type, nlmsg_flags)
static const uint16_t cnl_nlmsg_error = NLMSG_ERROR;
static const uint16_t cnl_nlmsg_done = NLMSG_DONE;
static const uint16_t cnl_nlmsg_noop = NLMSG_NOOP;
static const uint32_t cnl_automatic_port = NL_AUTO_PORT;
static const uint32_t cnl_automatic_sequence = NL_AUTO_SEQ;
static const uint16_t cnl_nlm_f_request = NLM_F_REQUEST;
static const uint16_t cnl_nlm_f_replace = NLM_F_REPLACE;
static const uint16_t cnl_nlm_f_dump = NLM_F_DUMP;
static const uint16_t cnl_nlm_f_dump_intr = NLM_F_DUMP_INTR;
static const uint16_t cnl_nlm_f_capped = NLM_F_CAPPED;
static const uint16_t cnl_nlm_f_ack_tlvs = NLM_F_ACK_TLVS;
static const uint16_t cnl_nlmsgerr_attr_msg = NLMSGERR_ATTR_MSG;
static const uint16_t cnl_nla_type_mask = NLA_TYPE_MASK;

// rtnetlink message types
static const uint16_t cnl_rtm_newlink = RTM_NEWLINK;
static const uint16_t cnl_rtm_dellink = RTM_DELLINK;
static const uint16_t cnl_rtm_getlink = RTM_GETLINK;
static const uint16_t cnl_rtm_newaddr = RTM_NEWADDR;
static const uint16_t cnl_rtm_deladdr = RTM_DELADDR;
static const uint16_t cnl_rtm_getaddr = RTM_GETADDR;
static const uint16_t cnl_rtm_newroute = RTM_NEWROUTE;
static const uint16_t cnl_rtm_delroute = RTM_DELROUTE;
static const uint16_t cnl_rtm_getroute = RTM_GETROUTE;
static const uint16_t cnl_rtm_newrule = RTM_NEWRULE;
static const uint16_t cnl_rtm_delrule = RTM_DELRULE;
static const uint16_t cnl_rtm_getrule = RTM_GETRULE;
static const uint16_t cnl_rtm_newnexthop = RTM_NEWNEXTHOP;
static const uint16_t cnl_rtm_delnexthop = RTM_DELNEXTHOP;
static const uint16_t cnl_rtm_newnetconf = RTM_NEWNETCONF;
static const uint16_t cnl_rtm_delnetconf = RTM_DELNETCONF;
static const uint16_t cnl_rtm_newprefix = RTM_NEWPREFIX;
static const uint16_t cnl_rtm_newnduseropt = RTM_NEWNDUSEROPT;
static const uint16_t cnl_rtm_newneigh = RTM_NEWNEIGH;
static const uint16_t cnl_rtm_delneigh = RTM_DELNEIGH;
static const uint16_t cnl_rtm_getneigh = RTM_GETNEIGH;

// rtnetlink multicast groups
static const int32_t cnl_rtnlgrp_link = RTNLGRP_LINK;
static const int32_t cnl_rtnlgrp_ipv4_ifaddr = RTNLGRP_IPV4_IFADDR;
static const int32_t cnl_rtnlgrp_ipv6_ifaddr = RTNLGRP_IPV6_IFADDR;
static const int32_t cnl_rtnlgrp_ipv4_route = RTNLGRP_IPV4_ROUTE;
static const int32_t cnl_rtnlgrp_ipv6_route = RTNLGRP_IPV6_ROUTE;
static const int32_t cnl_rtnlgrp_ipv4_rule = RTNLGRP_IPV4_RULE;
static const int32_t cnl_rtnlgrp_ipv6_rule = RTNLGRP_IPV6_RULE;
static const int32_t cnl_rtnlgrp_nexthop = RTNLGRP_NEXTHOP;
static const int32_t cnl_rtnlgrp_ipv4_netconf = RTNLGRP_IPV4_NETCONF;
static const int32_t cnl_rtnlgrp_ipv6_netconf = RTNLGRP_IPV6_NETCONF;
static const int32_t cnl_rtnlgrp_ipv6_prefix = RTNLGRP_IPV6_PREFIX;
static const int32_t cnl_rtnlgrp_nd_useropt = RTNLGRP_ND_USEROPT;
static const int32_t cnl_rtnlgrp_neigh = RTNLGRP_NEIGH;

// Links (ifi_flags, IFLA_*)
static const uint32_t cnl_rtext_filter_skip_stats = RTEXT_FILTER_SKIP_STATS;
static const uint16_t cnl_ifla_address = IFLA_ADDRESS;
static const uint16_t cnl_ifla_ifname = IFLA_IFNAME;
static const uint16_t cnl_ifla_mtu = IFLA_MTU;
static const uint16_t cnl_ifla_link = IFLA_LINK;
static const uint16_t cnl_ifla_master = IFLA_MASTER;
static const uint16_t cnl_ifla_operstate = IFLA_OPERSTATE;
static const uint16_t cnl_ifla_group = IFLA_GROUP;
static const uint16_t cnl_ifla_linkinfo = IFLA_LINKINFO;
static const uint16_t cnl_ifla_ext_mask = IFLA_EXT_MASK;
static const uint16_t cnl_ifla_stats64 = IFLA_STATS64;
static const uint16_t cnl_ifla_link_netnsid = IFLA_LINK_NETNSID;
static const uint16_t cnl_ifla_prop_list = IFLA_PROP_LIST;
static const uint16_t cnl_ifla_alt_ifname = IFLA_ALT_IFNAME;
static const uint16_t cnl_ifla_parent_dev_name = IFLA_PARENT_DEV_NAME;
static const uint16_t cnl_ifla_parent_dev_bus_name = IFLA_PARENT_DEV_BUS_NAME;
static const uint16_t cnl_ifla_info_kind = IFLA_INFO_KIND;
static const uint16_t cnl_ifla_info_data = IFLA_INFO_DATA;
static const uint16_t cnl_ifla_info_slave_kind = IFLA_INFO_SLAVE_KIND;
static const uint16_t cnl_ifla_info_slave_data = IFLA_INFO_SLAVE_DATA;
static const uint16_t cnl_ifla_bond_active_slave = IFLA_BOND_ACTIVE_SLAVE;
static const uint16_t cnl_ifla_bond_slave_state = IFLA_BOND_SLAVE_STATE;
static const uint16_t cnl_ifla_tun_type = IFLA_TUN_TYPE;

// Addresses (IFA_*)
static const uint16_t cnl_ifa_address = IFA_ADDRESS;
static const uint16_t cnl_ifa_local = IFA_LOCAL;
static const uint16_t cnl_ifa_flags = IFA_FLAGS;

// Neighbors (NDA_*, NUD_*). The kernel defines NUD_VALID for itself (include/net/neighbour.h).
static const uint16_t cnl_nda_dst = NDA_DST;
static const uint16_t cnl_nda_lladdr = NDA_LLADDR;
static const uint16_t cnl_nud_reachable = NUD_REACHABLE;
static const uint16_t cnl_nda_cacheinfo = NDA_CACHEINFO;
static const uint16_t cnl_nud_probe = NUD_PROBE;
static const uint16_t cnl_nud_fixed = NUD_PERMANENT | NUD_NOARP;
static const uint16_t cnl_nud_failed = NUD_FAILED;
static const uint16_t cnl_nud_valid =
    NUD_PERMANENT | NUD_NOARP | NUD_REACHABLE | NUD_PROBE | NUD_STALE | NUD_DELAY;

// Routes (RTN_*, RTA_*, RTM_F_*)
static const uint8_t cnl_rtn_unicast = RTN_UNICAST;
static const uint8_t cnl_rtn_local = RTN_LOCAL;
static const uint8_t cnl_rtn_blackhole = RTN_BLACKHOLE;
static const uint8_t cnl_rtn_unreachable = RTN_UNREACHABLE;
static const uint8_t cnl_rtn_prohibit = RTN_PROHIBIT;
static const uint8_t cnl_rtn_throw = RTN_THROW;
static const uint16_t cnl_rta_dst = RTA_DST;
static const uint16_t cnl_rta_src = RTA_SRC;
static const uint16_t cnl_rta_oif = RTA_OIF;
static const uint16_t cnl_rta_mark = RTA_MARK;
static const uint16_t cnl_rta_ip_proto = RTA_IP_PROTO;
static const uint16_t cnl_rta_sport = RTA_SPORT;
static const uint16_t cnl_rta_dport = RTA_DPORT;
static const uint16_t cnl_rta_table = RTA_TABLE;
static const uint16_t cnl_rta_priority = RTA_PRIORITY;
static const uint16_t cnl_rta_prefsrc = RTA_PREFSRC;
static const uint16_t cnl_rta_gateway = RTA_GATEWAY;
static const uint16_t cnl_rta_via = RTA_VIA;
static const uint16_t cnl_rta_multipath = RTA_MULTIPATH;
static const uint16_t cnl_rta_cacheinfo = RTA_CACHEINFO;
static const uint16_t cnl_rta_nh_id = RTA_NH_ID;
static const uint32_t cnl_rtm_f_lookup_table = RTM_F_LOOKUP_TABLE;
static const uint32_t cnl_rtm_f_fib_match = RTM_F_FIB_MATCH;
static const uint32_t cnl_rtnh_f_dead_or_linkdown = RTNH_F_DEAD | RTNH_F_LINKDOWN;

// Rules (fib_rule_hdr.flags, FRA_*)
static const uint32_t cnl_fib_rule_invert = FIB_RULE_INVERT;
static const uint16_t cnl_fra_priority = FRA_PRIORITY;
static const uint16_t cnl_fra_fwmark = FRA_FWMARK;
static const uint16_t cnl_fra_table = FRA_TABLE;
static const uint16_t cnl_fra_fwmask = FRA_FWMASK;
static const uint16_t cnl_fra_protocol = FRA_PROTOCOL;
static const uint16_t cnl_fra_pad = FRA_PAD;
static const uint16_t cnl_fra_flow = FRA_FLOW;
static const uint16_t cnl_fra_suppress_prefixlen = FRA_SUPPRESS_PREFIXLEN;
static const uint8_t cnl_fr_act_to_tbl = FR_ACT_TO_TBL;
static const uint8_t cnl_fr_act_unreachable = FR_ACT_UNREACHABLE;

#endif
#endif
