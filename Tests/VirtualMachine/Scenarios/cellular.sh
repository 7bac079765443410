# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What modems are, and what becomes of a path over one.

#  interface  type      kind      state     carrier  metered            confidence  because

scenario 'cellular: a modem of the WWAN framework'
    cellular wwan0
    is wwan0  wwan      wwan      unknown   true     guessYes/interfaceType  high   'wwan'
    expect status=satisfied connection=wwan primary=wwan0 'underlay=[]' isVPN=false metered=guessYes/interfaceType \
        metered.isExpensive=true wwan0:isVirtual=false wwan0:carriesIPv4=true

scenario 'cellular: a modem abroad, and at home again'
    cellular wwan0; watch
    expect connection=wwan isRoaming=null wwan0:isRoaming=null
    modem_manager; modems start; registered 5 wwan0
    printed isRoaming=true
    expect isRoaming=true wwan0:isRoaming=true
    ! reach check --no-roaming --quiet
    reach explain | grep -q 'modemManager: the registration of the modem of wwan0 is: roaming'
    registered 1 wwan0
    printed isRoaming=false
    reach check --no-roaming --quiet
    modems stop
    printed isRoaming=null

scenario 'cellular: a VPN over a modem abroad'
    modem_manager; modems start; registered 5 wwan0
    cellular wwan0; wireguard wg0 198.51.100.1
    expect isVPN=true 'underlay=[wwan0]' isRoaming=true wwan0:isRoaming=true wg0:isRoaming=null

scenario 'cellular: a USB modem, ECM'
    usb_modem ECM
    is $IFACE wwan      null      up        true     guessYes/interfaceType  high   'DEVTYPE=wwan'
    expect status=satisfied connection=wwan primary=$IFACE 'gateways=[192.168.42.1]' metered=guessYes/interfaceType

scenario 'cellular: a USB modem, NCM'
    usb_modem NCM
    is $IFACE wwan      null      up        true     guessYes/interfaceType  high   'DEVTYPE=wwan'
    expect status=satisfied connection=wwan primary=$IFACE metered=guessYes/interfaceType

scenario 'cellular: a USB modem, QMI; with bare packets; with a channel'
    usb_modem QMI
    is $IFACE wwan      null      unknown   true     guessYes/interfaceType  high   'DEVTYPE=wwan'
    expect status=satisfied connection=wwan primary=$IFACE metered=guessYes/interfaceType
    # What ModemManager asks of a modem without an Ethernet mode: the interface loses its address.
    ip link set $IFACE down; echo Y >/sys/class/net/$IFACE/qmi/raw_ip; ip link set $IFACE up
    ip route add default dev $IFACE
    is $IFACE wwan      null      unknown   true     guessYes/interfaceType  high   'DEVTYPE=wwan'
    expect status=satisfied connection=wwan primary=$IFACE $IFACE:hardwareAddress=null
    ip address flush dev $IFACE; modem=$IFACE
    new_interface add_channel $modem
    ip link set $IFACE up; addressed $IFACE 10.41.0.2/30; ip route add default dev $IFACE
    is $IFACE wwan      null      unknown   true     guessYes/underlay  medium      "$modem"
    expect status=satisfied connection=wwan primary=$IFACE metered=guessYes/underlay

# Whether it is a modem stands in sysfs alone, and that shows another namespace's interfaces.
scenario 'cellular: a USB modem in a network namespace, with the /sys of outside'
    usb_modem NCM; far box; ip link set $IFACE netns box
    ip -n box link set $IFACE up; ip -n box address add 192.168.42.7/24 dev $IFACE
    ip -n box route add default via 192.168.42.1
    reach() { nsenter --net=/run/netns/box "$(type -P reach)" "$@"; }
    is $IFACE other     null      up        true     unknown/none            low    'bus usb'
    expect status=satisfied connection=other primary=$IFACE metered=unknown/none

scenario 'cellular: a USB modem, MBIM'
    mbim_modem
    is $IFACE wwan      null      unknown   true     guessYes/interfaceType  high   'DEVTYPE=wwan'
    expect status=satisfied connection=wwan primary=$IFACE metered=guessYes/interfaceType

scenario 'cellular: rmnet'
    cable eth0; made_on data0 eth0 rmnet mux_id 1; addressed data0 10.42.0.2/30; ip route add default dev data0
    is data0  wwan      rmnet     unknown   true     guessYes/interfaceType  high   'kind rmnet'
    expect status=satisfied connection=wwan primary=data0 metered=guessYes/interfaceType

scenario 'cellular: PPP over a modem'
    dial_up ppp0
    is ppp0   wwan      ppp       unknown   true     guessYes/interfaceType  medium 'ttyACM0'
    expect status=satisfied connection=wwan primary=ppp0 isVPN=false metered=guessYes/interfaceType
    # Services and users without privileges get the same answer.
    setpriv --reuid=65534 --clear-groups reach check --metered --quiet || fail 'only root learns that it costs'

scenario 'cellular: a modem is pulled out in use'
    usb_modem NCM; watch
    printed_last status=satisfied connection=wwan primary=$IFACE
    pulled_out modem
    printed status=unsatisfied unsatisfiedReason=noInterface connection=unavailable primary=null metered=unknown/none

scenario 'cellular: a modem is pulled out in use, Wi-Fi takes over'
    radios 2; access_point wlan0; usb_modem ECM; station wlan1 600; watch
    printed_last status=satisfied connection=wwan primary=$IFACE metered=guessYes/interfaceType
    pulled_out modem
    printed status=satisfied connection=wifi primary=wlan1 metered=unknown/none $IFACE:type=absent

scenario 'cellular: the link comes and goes'
    watch
    cellular wwan0
    printed status=satisfied connection=wwan primary=wwan0 metered=guessYes/interfaceType
    ip link set wwan0 down
    printed status=unsatisfied unsatisfiedReason=noCarrier
    ip link set wwan0 up; ip route add default dev wwan0
    printed status=satisfied connection=wwan primary=wwan0

scenario 'cellular: renamed while in use'
    cellular wwan0; watch
    ip link set wwan0 down; ip link set wwan0 name lte0; ip link set lte0 up; ip route add default dev lte0
    printed status=satisfied primary=lte0 lte0:type=wwan wwan0:type=absent
