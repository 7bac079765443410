# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Tunnels, overlays, and what never is a path.

#  interface  type      kind      state     carrier  metered            confidence  because

scenario 'tunnel: WireGuard over Ethernet'
    ethernet_card; wireguard wg0 198.51.100.1
    is wg0    vpn       wireguard unknown   true     guessNo/underlay   high        'kind wireguard'
    expect status=satisfied isVPN=true primary=wg0 'underlay=[eth0]' connection=ethernet 'gateways=[192.0.2.1]' \
        metered=guessNo/underlay wg0:isVirtual=true

scenario 'tunnel: WireGuard over a phone'
    phone_sharing NCM; wireguard wg0 198.51.100.1
    expect status=satisfied isVPN=true primary=wg0 "underlay=[$IFACE]" connection=ethernet metered=guessYes/underlay

scenario 'tunnel: WireGuard over a bond over Wi-Fi'
    radios 2; access_point wlan0 "$says_it_costs"
    made bond0 bond mode active-backup miimon 100; ip link set wlan1 master bond0; join wlan1; addressed bond0 10.20.0.7/24 10.20.0.1; wireguard wg0 198.51.100.1
    expect status=satisfied isVPN=true primary=wg0 'underlay=[bond0,wlan1]' connection=wifi metered=guessYes/underlay

scenario 'tunnel: WireGuard by the route to its endpoint, which roams'
    ethernet_card; cellular wwan0 700; wireguard wg0 198.51.100.1
    ip route add 198.51.100.1 dev wwan0
    expect primary=wg0 'underlay=[wwan0]' connection=wwan metered=guessYes/underlay
    reach explain | grep -q 'wg0 sends with mark 0xca6c to 198.51.100.1:51820'
    watch
    printed_last 'underlay=[wwan0]'
    # WireGuard does not report it: the next change does.
    wg set wg0 peer "$(wg show wg0 peers)" endpoint 203.0.113.9:51820
    ip address add 192.0.2.8/32 dev eth0
    printed 'underlay=[eth0]' connection=ethernet metered=guessNo/underlay
    ip route add 203.0.113.9 dev wwan0
    printed 'underlay=[wwan0]'

scenario 'tunnel: WireGuard that may not be read'
    ethernet_card; cellular wwan0 700; wireguard wg0 198.51.100.1
    ip route add 198.51.100.1 dev wwan0
    setpriv --bounding-set=-net_admin --inh-caps=-net_admin reach status --json >/tmp/status
    [[ $(jq -c .underlay /tmp/status) == '["eth0"]' ]] || fail "$(cat /tmp/status)"
    setpriv --bounding-set=-net_admin --inh-caps=-net_admin reach explain | grep -q 'the mark and the servers of wg0 are unknown'

scenario 'tunnel: a tun with a program behind it'
    ethernet_card; vpn tun0 10.31.0.2/24; ip route add default dev tun0 metric 50
    is tun0   vpn       tun       unknown   true     guessNo/underlay   high        'tun'
    expect status=satisfied isVPN=true primary=tun0 'underlay=[eth0]' connection=ethernet

scenario 'tunnel: a tun without a program behind it'
    needs tun; ip tuntap add tun0 mode tun; ip link set tun0 up; addressed tun0 10.31.0.2/24; ip route add default dev tun0
    is tun0   vpn       tun       down      false    unknown/none       high        'tun'
    expect status=unsatisfied unsatisfiedReason=noCarrier

scenario 'tunnel: a tap is a card'
    needs tun; ip tuntap add tap0 mode tap; ip link set tap0 up
    is tap0   ethernet  tun       down      false    unknown/none       high        'tap'

scenario 'tunnel: GRE, IPIP, SIT, IP6TNL, XFRM'
    ethernet_card
    made gre1 gre remote 198.51.100.1 local 192.0.2.7
    made ipip1 ipip remote 198.51.100.1 local 192.0.2.7
    made sit1 sit remote 198.51.100.1 local 192.0.2.7
    made six1 ip6tnl remote 2001:db8::1 local 2001:db8::2
    made ipsec0 xfrm if_id 5
    is gre1   vpn       gre       unknown   true     unknown/none       high        'kind gre'
    is ipip1  vpn       ipip      unknown   true     unknown/none       high        'kind ipip'
    is sit1   vpn       sit       unknown   true     unknown/none       high        'kind sit'
    is six1   vpn       ip6tnl    unknown   true     unknown/none       high        'kind ip6tnl'
    is ipsec0 vpn       xfrm      unknown   true     unknown/none       high        'kind xfrm'
    ip address add 10.32.0.2/24 dev gre1; ip route add default dev gre1 metric 50
    expect status=satisfied isVPN=true primary=gre1 'underlay=[eth0]' connection=ethernet metered=guessNo/underlay

scenario 'tunnel: VXLAN, GENEVE, L2TP are Ethernet over something else'
    ethernet_card
    made vx0 vxlan id 42 dstport 4789 local 192.0.2.7; made gnv0 geneve id 42 remote 198.51.100.1
    needs l2tp_netlink l2tp_eth
    ip l2tp add tunnel tunnel_id 1 peer_tunnel_id 1 encap udp local 192.0.2.7 remote 198.51.100.1 udp_sport 5000 udp_dport 5000
    ip l2tp add session tunnel_id 1 session_id 1 peer_session_id 1; ip link set l2tpeth0 up
    is vx0    other     vxlan     unknown   true     unknown/none       high        'kind vxlan'
    is gnv0   other     geneve    unknown   true     unknown/none       high        'kind geneve'
    is l2tpeth0 other   null      unknown   true     unknown/none       high        'DEVTYPE=l2tpeth'

scenario 'tunnel: what never is a path'
    made dummy0 dummy; made ifb7 ifb; made nlmon0 nlmon; made can0 vcan
    is dummy0 other     dummy     unknown   true     unknown/none       high        'kind dummy'
    is ifb7   other     ifb       unknown   true     unknown/none       high        'kind ifb'
    is nlmon0 other     nlmon     unknown   true     unknown/none       high        'kind nlmon'
    is can0   other     vcan      unknown   true     unknown/none       high        'kind vcan'
    addressed dummy0 192.0.2.7/24 192.0.2.1
    expect status=unsatisfied unsatisfiedReason=noInterface

scenario 'tunnel: an IEEE 802.15.4 radio'
    needs mac802154_hwsim
    await link_is_there wpan0; ip link set wpan0 up
    is wpan0  other     null      unknown   true     unknown/none       high        'ARPHRD 804'
    expect status=unsatisfied unsatisfiedReason=noInterface
