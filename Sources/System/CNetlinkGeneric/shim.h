// SPDX-License-Identifier: Apache-2.0
//
// libnl-genl-3 for Swift, and the constants of nl80211 and WireGuard, each in the width of its message
// field.

#ifndef CNETLINKGENERIC_SHIM_H
#define CNETLINKGENERIC_SHIM_H

#ifndef __linux__
#error "Reachability is for Linux: it asks the kernel over netlink."
#endif

// Without the headers, nothing else is compiled, so that this is the only error.
#if !__has_include(<netlink/genl/genl.h>)
#error "libnl-genl is missing. On Debian and Ubuntu: apt install libnl-genl-3-dev pkg-config"
#else

#include <stdint.h>

#include <linux/genetlink.h>
#include <linux/nl80211.h>
#include <linux/wireguard.h>

#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>

static const uint8_t cnlg_get_interface = NL80211_CMD_GET_INTERFACE;
static const uint8_t cnlg_new_interface = NL80211_CMD_NEW_INTERFACE;
static const uint8_t cnlg_set_interface = NL80211_CMD_SET_INTERFACE;
static const uint8_t cnlg_del_interface = NL80211_CMD_DEL_INTERFACE;
static const uint8_t cnlg_join_ibss = NL80211_CMD_JOIN_IBSS;
static const uint8_t cnlg_connect = NL80211_CMD_CONNECT;
static const uint8_t cnlg_roam = NL80211_CMD_ROAM;
static const uint8_t cnlg_disconnect = NL80211_CMD_DISCONNECT;
static const uint8_t cnlg_get_scan = NL80211_CMD_GET_SCAN;
static const uint8_t cnlg_new_scan_results = NL80211_CMD_NEW_SCAN_RESULTS;
static const uint8_t cnlg_get_station = NL80211_CMD_GET_STATION;
static const uint8_t cnlg_new_station = NL80211_CMD_NEW_STATION;
static const uint16_t cnlg_attr_sta_info = NL80211_ATTR_STA_INFO;
static const uint16_t cnlg_sta_info_signal = NL80211_STA_INFO_SIGNAL;
static const uint16_t cnlg_sta_info_tx_bitrate = NL80211_STA_INFO_TX_BITRATE;
static const uint16_t cnlg_sta_info_sta_flags = NL80211_STA_INFO_STA_FLAGS;
static const uint32_t cnlg_sta_flag_tdls_peer = UINT32_C(1) << NL80211_STA_FLAG_TDLS_PEER;
static const uint16_t cnlg_rate_info_bitrate = NL80211_RATE_INFO_BITRATE;
static const uint16_t cnlg_rate_info_bitrate32 = NL80211_RATE_INFO_BITRATE32;
static const uint16_t cnlg_attr_bss = NL80211_ATTR_BSS;
static const uint16_t cnlg_bss_status = NL80211_BSS_STATUS;
static const uint16_t cnlg_bss_information_elements = NL80211_BSS_INFORMATION_ELEMENTS;
static const uint32_t cnlg_bss_status_associated = NL80211_BSS_STATUS_ASSOCIATED;
static const uint32_t cnlg_bss_status_ibss_joined = NL80211_BSS_STATUS_IBSS_JOINED;
static const uint16_t cnlg_attr_ifindex = NL80211_ATTR_IFINDEX;
static const uint16_t cnlg_attr_iftype = NL80211_ATTR_IFTYPE;
static const uint16_t cnlg_attr_ssid = NL80211_ATTR_SSID;

static const uint8_t cnlg_wg_genl_version = WG_GENL_VERSION;
static const uint8_t cnlg_wg_cmd_get_device = WG_CMD_GET_DEVICE;
static const uint16_t cnlg_wgdevice_a_ifindex = WGDEVICE_A_IFINDEX;
static const uint16_t cnlg_wgdevice_a_listen_port = WGDEVICE_A_LISTEN_PORT;
static const uint16_t cnlg_wgdevice_a_fwmark = WGDEVICE_A_FWMARK;
static const uint16_t cnlg_wgdevice_a_peers = WGDEVICE_A_PEERS;
static const uint16_t cnlg_wgpeer_a_public_key = WGPEER_A_PUBLIC_KEY;
static const uint16_t cnlg_wgpeer_a_endpoint = WGPEER_A_ENDPOINT;
static const uint16_t cnlg_wgpeer_a_allowedips = WGPEER_A_ALLOWEDIPS;
static const uint16_t cnlg_wgallowedip_a_family = WGALLOWEDIP_A_FAMILY;
static const uint16_t cnlg_wgallowedip_a_ipaddr = WGALLOWEDIP_A_IPADDR;
static const uint16_t cnlg_wgallowedip_a_cidr_mask = WGALLOWEDIP_A_CIDR_MASK;

#endif
#endif
