// SPDX-License-Identifier: Apache-2.0
//
// The numbers of the kernel's interface that sources have as literals, against the headers. Scripts/check-arm64 compiles it for
// each processor.

#define _GNU_SOURCE
#include "../../Sources/System/CLinux/shim.h"
#include "../../Sources/System/CNetlink/shim.h"
#include "../../Sources/System/CNetlinkGeneric/shim.h"

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#define SAME(left, right) _Static_assert((left) == (right), #left " is not " #right)
#define AT(structure, member, offset) SAME(offsetof(struct structure, member), offset)

// Sources are for processors with 64 bits, and read the kernel's messages as little-endian integers.
SAME(sizeof(long), 8);
SAME(sizeof(off_t), 8);
SAME(sizeof(size_t), 8);
SAME(__BYTE_ORDER__, __ORDER_LITTLE_ENDIAN__);

// Sources/System/CLinux/shim.h
SAME(FALLOC_FL_KEEP_SIZE, 1);
SAME(SYNC_FILE_RANGE_WRITE, 2);
SAME(RENAME_NOREPLACE, 1);

// Sources/System/CNetlink/shim.h: struct mmsghdr
SAME(sizeof(struct cnl_datagram), sizeof(struct mmsghdr));
SAME(offsetof(struct cnl_datagram, header), offsetof(struct mmsghdr, msg_hdr));
SAME(offsetof(struct cnl_datagram, length), offsetof(struct mmsghdr, msg_len));

// Sources/Command/CCommandSystem/command-system.c. struct dirent64 is what getdents64(2) writes.
SAME(P_PIDFD, 3);
AT(dirent64, d_reclen, 16);
AT(dirent64, d_name, 19);
SAME(sizeof(((struct dirent64 *)0)->d_reclen), sizeof(unsigned short));

// Sources/System/LinuxSystem/Events/FileWatch.swift
SAME(sizeof(struct inotify_event), 16);

// Sources/System/Netlink/Message, Events and Socket
SAME(sizeof(struct nlmsghdr), 16);
AT(nlmsghdr, nlmsg_type, 4);
AT(nlmsghdr, nlmsg_flags, 6);
AT(nlmsghdr, nlmsg_seq, 8);
SAME(sizeof(struct nlmsgerr), 20);
AT(nlmsgerr, msg, 4);
SAME(sizeof(struct nlattr), 4);
SAME(sizeof(struct ifinfomsg), 16);
AT(ifinfomsg, ifi_type, 2);
AT(ifinfomsg, ifi_index, 4);
AT(ifinfomsg, ifi_flags, 8);
AT(rtnl_link_stats64, rx_bytes, 16);
AT(rtnl_link_stats64, tx_bytes, 24);
SAME(sizeof(struct ifaddrmsg), 8);
AT(ifaddrmsg, ifa_prefixlen, 1);
AT(ifaddrmsg, ifa_flags, 2);
AT(ifaddrmsg, ifa_scope, 3);
AT(ifaddrmsg, ifa_index, 4);
SAME(sizeof(struct rtmsg), 12);
AT(rtmsg, rtm_dst_len, 1);
AT(rtmsg, rtm_src_len, 2);
AT(rtmsg, rtm_table, 4);
AT(rtmsg, rtm_type, 7);
AT(rtmsg, rtm_flags, 8);
SAME(sizeof(struct rtnexthop), 8);
AT(rta_cacheinfo, rta_expires, 8);
SAME(sizeof(struct fib_rule_hdr), 12);
AT(fib_rule_hdr, table, 4);
AT(fib_rule_hdr, action, 7);
AT(fib_rule_hdr, flags, 8);
SAME(sizeof(struct ndmsg), 12);
AT(ndmsg, ndm_ifindex, 4);
AT(ndmsg, ndm_state, 8);
AT(nda_cacheinfo, ndm_confirmed, 0);
SAME(sizeof(struct genlmsghdr), 4);
SAME(sizeof(struct nl80211_sta_flag_update), 8);
AT(nl80211_sta_flag_update, set, 4);
AT(sockaddr_in, sin_port, 2);
AT(sockaddr_in, sin_addr, 4);
AT(sockaddr_in6, sin6_addr, 8);
AT(sockaddr_in6, sin6_scope_id, 24);

// Sources/System/Netlink/Events/FilterInstruction.swift
SAME(BPF_LD | BPF_B | BPF_ABS, 0x30);
SAME(BPF_LD | BPF_H | BPF_ABS, 0x28);
SAME(BPF_LD | BPF_W | BPF_ABS, 0x20);
SAME(BPF_LD | BPF_W | BPF_IND, 0x40);
SAME(BPF_LD | BPF_H | BPF_IND, 0x48);
SAME(sizeof(struct sock_filter), 8);
