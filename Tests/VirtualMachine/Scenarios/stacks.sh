# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Interfaces that software makes of others.

#  interface  type      kind      state     carrier  metered            confidence  because

scenario 'wired: a bond'
    ethernet_card; made_of bond0 bond eth0 -- mode active-backup miimon 100; addressed bond0 192.0.2.7/24 192.0.2.1
    is bond0  ethernet  bond      up        true     guessNo/underlay   high        'eth0'
    expect status=satisfied connection=ethernet primary=bond0 'underlay=[eth0]' isVPN=false metered=guessNo/underlay

scenario 'wired: a team'
    cable eth0; team team0 eth0; addressed team0 192.0.2.7/24 192.0.2.1
    is team0  ethernet  team      up        true     unknown/none       high        'eth0'
    expect status=satisfied connection=ethernet primary=team0 'underlay=[eth0]' metered=unknown/none

scenario 'wired: a bridge'
    ethernet_card; made_of br0 bridge eth0; addressed br0 192.0.2.7/24 192.0.2.1
    is br0    ethernet  bridge    up        true     guessNo/underlay   high        'eth0'
    expect status=satisfied connection=ethernet primary=br0 'underlay=[eth0]' metered=guessNo/underlay

scenario 'wired: a bridge, its uplink beside the port of a virtual machine'
    ethernet_card; needs tun; ip tuntap add guest0 mode tap; ip link set guest0 up
    made_of br0 bridge eth0 guest0; addressed br0 192.0.2.7/24 192.0.2.1
    watch
    printed_last status=satisfied connection=ethernet primary=br0 'underlay=[eth0]' metered=guessNo/underlay
    unplug eth0
    printed status=unsatisfied unsatisfiedReason=noCarrier
    plug eth0
    printed status=satisfied primary=br0 'underlay=[eth0]'

scenario 'wired: a bridge of an Ethernet uplink and the access point of this machine'
    radios 1; ethernet_card; made_of br0 bridge eth0; addressed br0 192.0.2.7/24 192.0.2.1
    printf '%s\n' interface=wlan0 driver=nl80211 bridge=br0 ssid=Mine hw_mode=g channel=6 >/run/scenario/hostapd
    hostapd -B /run/scenario/hostapd >/dev/null; await state_is wlan0 up
    expect status=satisfied connection=ethernet primary=br0 'underlay=[eth0]' metered=guessNo/underlay br0:type=ethernet
    # The access point keeps the bridge's carrier, and leads nowhere.
    watch
    unplug eth0; has_carrier br0
    printed status=unsatisfied unsatisfiedReason=noCarrier br0:hasCarrier=true
    plug eth0
    printed status=satisfied primary=br0 'underlay=[eth0]'

scenario 'wired: VRF'
    made office vrf table 100; ethernet_card; ip link set eth0 master office
    ip address replace 192.0.2.7/24 dev eth0
    is office ethernet  vrf       up        true     guessNo/underlay   high        'eth0'
    # Nothing in the main table: programs that do not bind to the VRF have no way out.
    expect status=unsatisfied unsatisfiedReason=noRoute
    ip route add default via 192.0.2.1 dev eth0 table 100; ip route add default dev office
    expect status=satisfied connection=ethernet metered.value=guessNo

scenario 'wired: an interface moves into a VRF and out again'
    ethernet_card; made office vrf table 100; watch
    printed_last status=satisfied primary=eth0
    ip link set eth0 master office
    printed status=unsatisfied unsatisfiedReason=noRoute
    ip link set eth0 nomaster; ip route replace default via 192.0.2.1 dev eth0
    printed status=satisfied primary=eth0

scenario 'wired: a bond fails over to cellular, and back'
    ethernet_card; mbim_modem; modem=$IFACE
    ip address flush dev $modem
    made_of bond0 bond eth0 $modem -- mode active-backup miimon 100 fail_over_mac active primary eth0
    addressed bond0 192.0.2.7/24 192.0.2.1
    watch
    printed_last status=satisfied primary=bond0 connection=ethernet 'underlay=[eth0]' metered=guessNo/underlay
    unplug eth0
    printed status=satisfied primary=bond0 connection=wwan "underlay=[$modem]" metered=guessYes/underlay bond0:type=wwan
    plug eth0
    printed status=satisfied primary=bond0 connection=ethernet 'underlay=[eth0]' metered=guessNo/underlay bond0:type=ethernet

scenario 'wired: a VLAN over a bond that fails over to cellular'
    ethernet_card; usb_modem ECM; modem=$IFACE
    ip address flush dev $modem
    made_of bond0 bond eth0 $modem -- mode active-backup miimon 100 fail_over_mac active primary eth0
    made_on office bond0 vlan id 10; addressed office 192.0.2.7/24 192.0.2.1
    watch
    printed_last status=satisfied primary=office connection=ethernet 'underlay=[bond0,eth0]' metered=guessNo/underlay
    unplug eth0
    printed status=satisfied primary=office connection=wwan "underlay=[bond0,$modem]" metered=guessYes/underlay
    plug eth0
    printed status=satisfied primary=office connection=ethernet 'underlay=[bond0,eth0]' metered=guessNo/underlay

scenario 'wired: a bond fails over to Wi-Fi'
    radios 2; access_point wlan0; ethernet_card; station wlan1
    ip address flush dev wlan1; kill $(</run/scenario/wpa-wlan1.pid)
    made_of bond0 bond eth0 -- mode active-backup miimon 100 fail_over_mac active primary eth0
    ip link set wlan1 down; ip link set wlan1 master bond0; ip link set wlan1 up
    wpa_supplicant -B -D nl80211 -i wlan1 -c /run/scenario/wpa-wlan1 >/dev/null; await state_is wlan1 up
    addressed bond0 192.0.2.7/24 192.0.2.1
    watch
    printed_last primary=bond0 connection=ethernet 'underlay=[eth0]' metered=guessNo/underlay
    unplug eth0
    printed status=satisfied primary=bond0 connection=wifi 'underlay=[wlan1]' metered=unknown/none
    plug eth0
    printed status=satisfied primary=bond0 connection=ethernet 'underlay=[eth0]' metered=guessNo/underlay
