# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Tunnels.

# wireguard NAME ENDPOINT: all goes into the tunnel but its own packets, in the manner of wg-quick.
wireguard() {
    needs wireguard
    ip link add "$1" type wireguard
    wg set "$1" private-key <(wg genkey) fwmark 0xca6c peer "$(wg genkey | wg pubkey)" \
        allowed-ips 0.0.0.0/0 endpoint "$2:51820"
    ip address add 10.30.0.2/24 dev "$1"
    ip link set "$1" up
    ip route add default dev "$1" table 51820
    ip rule add not fwmark 0xca6c table 51820 priority 32765
    ip rule add table main suppress_prefixlength 0 priority 32764
}
# vpn NAME ADDRESS/LENGTH: a tun with a program at work behind it.
vpn() {
    needs tun
    socat "TUN:$2,tun-name=$1,iff-up" UDP:192.0.2.1:1194 &
    await link_is_there "$1"
    await state_is "$1" unknown
}
