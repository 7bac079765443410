# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Phones that share their connection, by cable and by Bluetooth.

#  interface  type      kind      state     carrier  metered            confidence  because

scenario 'phone: RNDIS'
    phone_sharing RNDIS
    is $IFACE ethernet  null      unknown   true     guessYes/tethering medium      'rndis_host'
    expect status=satisfied connection=ethernet primary=$IFACE 'gateways=[192.168.42.1]' metered=guessYes/tethering \
        metered.isExpensive=true $IFACE:isVirtual=false

scenario 'phone: NCM'
    phone_sharing NCM
    is $IFACE ethernet  null      up        true     guessYes/tethering medium      'cdc_ncm'
    expect status=satisfied connection=ethernet primary=$IFACE metered=guessYes/tethering

scenario 'phone: ECM'
    phone_sharing ECM
    is $IFACE ethernet  null      up        true     guessYes/tethering medium      'cdc_ether'
    expect status=satisfied connection=ethernet primary=$IFACE metered=guessYes/tethering

scenario 'phone: EEM'
    phone_sharing EEM
    is $IFACE ethernet  null      unknown   true     guessYes/tethering medium      'cdc_eem'
    expect status=satisfied connection=ethernet primary=$IFACE metered=guessYes/tethering

scenario 'phone: an iPhone'
    iphone
    is $IFACE ethernet  null      up        true     guessYes/tethering high        'ipheth'
    expect status=satisfied connection=ethernet primary=$IFACE metered=guessYes/tethering

scenario 'phone: its own end of the cable'
    new_interface plugged_in phone 0x18d1 0x4eeb ncm ifname=far-%d
    ip link set far-0 up; ip link set $IFACE up; await state_is far-0 up
    is far-0  ethernet  null      up        true     guessNo/interfaceType  high    'DEVTYPE=gadget'

scenario 'phone: Bluetooth'
    bluetooth_network
    is bnep0  bluetooth null      unknown   true     guessYes/interfaceType  high   'DEVTYPE=bluetooth'
    expect status=satisfied connection=bluetooth primary=bnep0 metered=guessYes/interfaceType metered.isExpensive=true

scenario 'phone: it starts to share, and is taken away'
    watch
    phone_sharing RNDIS
    printed status=satisfied connection=ethernet primary=$IFACE metered=guessYes/tethering
    pulled_out phone
    printed status=unsatisfied unsatisfiedReason=noInterface primary=null

scenario 'phone: an iPhone starts to share beside Wi-Fi'
    radios 2; access_point wlan0; station wlan1 600; watch
    printed_last connection=wifi primary=wlan1
    iphone
    printed status=satisfied connection=ethernet primary=$IFACE metered=guessYes/tethering
    ip route del default dev $IFACE
    printed status=satisfied connection=wifi primary=wlan1 metered=unknown/none

scenario 'phone: Bluetooth, while the cable of the office is pulled'
    ethernet_card 100; bluetooth_network
    sysctl -qw net.ipv4.conf.all.ignore_routes_with_linkdown=1
    watch
    printed_last connection=ethernet primary=eth0 metered=guessNo/interfaceType
    unplug eth0
    printed connection=bluetooth primary=bnep0 metered=guessYes/interfaceType
    plug eth0
    printed connection=ethernet primary=eth0 metered=guessNo/interfaceType

scenario 'phone: tells the address of a captive portal over DHCP'
    cable eth0; dhcp_server lan eth0-far 192.168.43.1 --dhcp-option-force=114,https://portal.example/api; watch
    dhclient -q -lf /var/lib/dhcp/dhclient.eth0.leases eth0
    expect status=satisfied connectivity=unknown/none connectivity.portal=https://portal.example/api
    printed status=satisfied connectivity.portal=https://portal.example/api
    reach explain | grep -q 'https://portal.example/api  *dhcp: the DHCP server of eth0 announces a captive portal'
    is eth0   ethernet  veth      up        true     unknown/none       high        'kind veth'

scenario 'phone: says ANDROID_METERED over DHCP'
    cable eth0; dhcp_server lan eth0-far 192.168.43.1 --dhcp-option-force=43,ANDROID_METERED; watch
    dhclient -q -lf /var/lib/dhcp/dhclient.eth0.leases eth0
    expect status=satisfied metered=guessYes/dhcp
    printed status=satisfied primary=eth0 metered=guessYes/dhcp
    is eth0   ethernet  veth      up        true     guessYes/dhcp      high        'kind veth'
