# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Cards, and the interfaces that software makes on one.

#  interface  type      kind      state     carrier  metered            confidence  because

scenario 'wired: a PCI card'
    ethernet_card
    is eth0   ethernet  null      up        true     guessNo/interfaceType  high    'on bus pci'
    expect status=satisfied connection=ethernet primary=eth0 'gateways=[192.0.2.1]' metered=guessNo/interfaceType \
        metered.isExpensive=false eth0:isVirtual=false eth0:carriesIPv4=true eth0:linkSpeed=1000000000 eth0:signal=null

scenario 'wired: a PCI card, its cable pulled and put back'
    ethernet_card; watch
    unplug eth0
    printed status=unsatisfied unsatisfiedReason=noCarrier connection=unavailable eth0:hasCarrier=false
    expect eth0:linkSpeed=null
    plug eth0
    printed status=satisfied connection=ethernet primary=eth0

scenario 'wired: a PCI card is taken out in use'
    ethernet_card; watch
    echo 1 >/sys/class/net/eth0/device/remove
    printed status=unsatisfied unsatisfiedReason=noInterface eth0:type=absent
    echo 1 >/sys/bus/pci/rescan
    ethernet_card
    printed status=satisfied primary=eth0 metered=guessNo/interfaceType

scenario 'wired: a PCI card, while processes and devices sleep and wake'
    ethernet_card; watch
    sleep_and_wake; await has_carrier eth0
    unplug eth0
    printed status=unsatisfied unsatisfiedReason=noCarrier
    plug eth0
    printed status=satisfied connection=ethernet primary=eth0

scenario 'wired: a watch looks again when the machine wakes, which no event tells'
    uplink eth0 192.0.2.7/24 192.0.2.1; await is_settled eth0; count_lookups; watch
    sleep_and_wake devices; before=$(lookups)
    # The clock went on: it was no sleep, and there is nothing to look for.
    sleep_and_wake devices; [[ $(lookups) == "$before" ]] || fail 'it looked without a reason'
    sleep_and_wake core; await looked_since "$before"
    printed_last status=satisfied primary=eth0

scenario 'wired: veth'
    uplink eth0 192.0.2.7/24 192.0.2.1
    is eth0   ethernet  veth      up        true     unknown/none       high        'kind veth'
    expect status=satisfied connection=ethernet primary=eth0 metered=unknown/none eth0:isVirtual=true

scenario 'wired: the simulated card'
    simulated_card; addressed eth0 192.0.2.7/24 192.0.2.1
    is eth0   ethernet  null      unknown   true     unknown/none       high        'on bus netdevsim'
    expect status=satisfied connection=ethernet primary=eth0 metered=unknown/none

scenario 'wired: watch and status name the addresses in one order'
    uplink eth0 192.0.2.7/24 192.0.2.1; await is_settled eth0; watch
    sysctl -qw net.ipv4.conf.eth0.promote_secondaries=1
    for address in 192.0.2.8/24 198.51.100.7/24 2001:db8::7/64 2001:db8::8/64; do ip address add $address dev eth0 nodad; done
    ip address add 10.9.0.1/24 dev eth0 scope link
    # Its secondary address takes the place of a new one.
    ip address del 192.0.2.7/24 dev eth0
    printed eth0:addresses.0.address=10.9.0.1 eth0:addresses.1.address=198.51.100.7 eth0:addresses.2.address=192.0.2.8 \
        eth0:addresses.3.address=2001:db8::7 eth0:addresses.4.address=2001:db8::8
    prints_as_status eth0:addresses

scenario 'wired: VLAN'
    ethernet_card; ip address flush dev eth0; made_on office eth0 vlan id 10; addressed office 192.0.2.7/24 192.0.2.1
    is office ethernet  vlan      up        true     guessNo/underlay   high        'eth0'
    expect status=satisfied connection=ethernet primary=office 'underlay=[eth0]' isVPN=false metered=guessNo/underlay

scenario 'wired: macvlan, macvtap, ipvlan'
    ethernet_card; ip address flush dev eth0
    made_on mac0 eth0 macvlan mode bridge; made_on tap0 eth0 macvtap mode bridge
    is mac0   ethernet  macvlan   up        true     guessNo/underlay   high        'eth0'
    is tap0   ethernet  macvtap   up        true     guessNo/underlay   high        'eth0'
    addressed mac0 192.0.2.7/24 192.0.2.1
    expect status=satisfied connection=ethernet primary=mac0 'underlay=[eth0]' metered=guessNo/underlay
    ip link delete mac0; ip link delete tap0
    made_on ip0 eth0 ipvlan mode l2; addressed ip0 192.0.2.7/24 192.0.2.1
    is ip0    ethernet  ipvlan    unknown   true     guessNo/underlay   high        'eth0'
    expect status=satisfied connection=ethernet primary=ip0 'underlay=[eth0]' metered=guessNo/underlay

scenario 'wired: MACsec'
    ethernet_card; ip address flush dev eth0; made_on sec0 eth0 macsec; addressed sec0 192.0.2.7/24 192.0.2.1
    is sec0   ethernet  macsec    up        true     guessNo/underlay   high        'eth0'
    expect status=satisfied connection=ethernet primary=sec0 'underlay=[eth0]' metered=guessNo/underlay

scenario 'wired: PPPoE'
    pppoe ppp0 dsl0
    is ppp0   other     ppp       unknown   true     unknown/none       medium      'a PPPoE session'
    expect status=satisfied primary=ppp0 isVPN=false metered=unknown/none

scenario 'wired: SLIP'
    slip
    is sl0    other     null      unknown   true     unknown/none       low         ''
    expect status=satisfied primary=sl0 connection=other metered=unknown/none
