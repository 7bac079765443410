# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What Wi-Fi is, and what becomes of a path over it.

#  interface  type      kind      state     carrier  metered            confidence  because

scenario 'Wi-Fi: a station'
    radios 2; access_point wlan0; station wlan1
    is wlan1  wifi      null      up        true     unknown/none       high        'Wi-Fi interface, mode'
    expect status=satisfied connection=wifi primary=wlan1 underlay=[] isVPN=false 'gateways=[10.20.0.1]' \
        metered=unknown/none wlan1:ssid=Cafe wlan1:isVirtual=false wlan1:carriesIPv4=true
    ping -c 3 -i 0.2 10.20.0.1 >/dev/null; has_signal_and_speed wlan1
    [[ $(reach status --brief) == 'wifi Cafe' ]] || fail "$(reach status --brief)"

scenario 'Wi-Fi: the access point says that it costs'
    radios 2; access_point wlan0 "$says_it_costs"; station wlan1
    is wlan1  wifi      null      up        true     guessYes/accessPoint  high     'Wi-Fi interface, mode'
    expect connection=wifi metered=guessYes/accessPoint metered.isExpensive=true

scenario 'Wi-Fi: a station that has not joined'
    radios 1; ip link set wlan0 up
    is wlan0  wifi      null      down      false    unknown/none       high        'Wi-Fi interface, mode'
    expect status=unsatisfied unsatisfiedReason=noCarrier wlan0:ssid=null

scenario 'Wi-Fi: a monitor'
    radios 1; iw dev wlan0 interface add mon0 type monitor; ip link set mon0 up
    addressed mon0 10.20.0.7/24
    ip route add default dev mon0
    is mon0   wifi      null      unknown   true     unknown/none       high        'Wi-Fi interface, mode'
    expect status=unsatisfied

scenario 'Wi-Fi: an access point of this machine is no way out'
    radios 1
    printf '%s\n' interface=wlan0 driver=nl80211 ssid=Mine hw_mode=g channel=6 >/run/scenario/hostapd
    hostapd -B /run/scenario/hostapd >/dev/null; await state_is wlan0 up
    addressed wlan0 10.23.0.1/24
    is wlan0  wifi      null      up        true     unknown/none       high        'Wi-Fi interface, mode'
    expect status=unsatisfied wlan0:signal=null wlan0:linkSpeed=null

scenario 'Wi-Fi: a card that pretends (virt_wifi)'
    cable eth0; made_on wlan7 eth0 virt_wifi; addressed wlan7 192.0.2.7/24 192.0.2.1
    is wlan7  wifi      virt_wifi up        true     unknown/none       high        'Wi-Fi interface, mode'
    expect status=satisfied connection=wifi primary=wlan7 metered=unknown/none

scenario 'Wi-Fi: joins, loses the access point, finds it again'
    radios 2; access_point wlan0; watch
    station wlan1
    printed status=satisfied connection=wifi primary=wlan1 wlan1:ssid=Cafe
    switch_off wlan0
    printed status=unsatisfied unsatisfiedReason=noCarrier connection=unavailable primary=null
    switch_on wlan0
    printed status=satisfied connection=wifi primary=wlan1 wlan1:ssid=Cafe

scenario 'Wi-Fi: leaves the network by itself'
    radios 2; access_point wlan0; station wlan1; watch
    wpa_cli -i wlan1 disconnect >/dev/null
    printed status=unsatisfied unsatisfiedReason=noCarrier wlan1:ssid=null
    wpa_cli -i wlan1 reconnect >/dev/null
    printed status=satisfied wlan1:ssid=Cafe

scenario 'Wi-Fi: roams to an access point that says it costs, and back'
    radios 3; access_point wlan0; station wlan2; access_point wlan1 "$says_it_costs"; watch
    roam wlan2 wlan1
    printed status=satisfied connection=wifi primary=wlan2 metered=guessYes/accessPoint
    roam wlan2 wlan0
    printed status=satisfied connection=wifi primary=wlan2 metered=unknown/none
    never_printed connection=ethernet

scenario 'Wi-Fi: the radio is switched off and on'
    radios 2; access_point wlan0; station wlan1; watch
    rfkill_all 1
    printed status=unsatisfied unsatisfiedReason=noCarrier
    rfkill_all 0
    ip link set wlan1 up; await state_is wlan1 up; addressed wlan1 10.20.0.8/24 10.20.0.1 500
    printed status=satisfied connection=wifi

scenario 'Wi-Fi: an Ethernet cable is pulled, and put back'
    radios 2; access_point wlan0; ethernet_card 100; station wlan1 600
    sysctl -qw net.ipv4.conf.all.ignore_routes_with_linkdown=1
    watch
    printed_last primary=eth0 connection=ethernet metered=guessNo/interfaceType
    unplug eth0
    printed primary=wlan1 connection=wifi metered=unknown/none status=satisfied
    plug eth0
    printed primary=eth0 connection=ethernet metered=guessNo/interfaceType
    never_printed status=unsatisfied

scenario 'Wi-Fi: WireGuard over it, then over cellular'
    radios 2; access_point wlan0; station wlan1 600; cellular wwan0 700; wireguard wg0 198.51.100.1
    watch
    printed_last primary=wg0 isVPN=true connection=wifi 'underlay=[wlan1]' metered=unknown/none
    ip link set wlan1 down
    printed primary=wg0 isVPN=true connection=wwan 'underlay=[wwan0]' metered=guessYes/underlay
    ip link set wlan1 up; await state_is wlan1 up; ip route add default via 10.20.0.1 dev wlan1 metric 600
    printed primary=wg0 isVPN=true connection=wifi 'underlay=[wlan1]' metered=unknown/none

scenario 'Wi-Fi: two access points of one name are two places, by the hardware addresses of their routers'
    radios 3; access_point wlan0; air=far_away access_point wlan1; station wlan2
    settings '{"overrides": [{"place": "office", "metered": "yes"}], "places": {
        "office": [{"ssid": "Ca*", "gateway": "'"$(air=far_away hardware_address backbone)"'"}],
        "home": [{"ssid": "Cafe", "gateway": "'"$(hardware_address backbone)"'"}]}}'
    # finds_router: as after a lease, what is known of the router before is forgotten, and packets find it.
    finds_router() { ip neighbor flush dev wlan2; await ping -c 1 -W 1 10.20.0.1; }
    watch; finds_router
    printed place=home wlan2:ssid=Cafe 'gateways=[10.20.0.1]' metered=unknown/none
    air=far_away roam wlan2 wlan1; finds_router
    printed place=office wlan2:ssid=Cafe 'gateways=[10.20.0.1]' metered=yes/override
    reach check --quiet --at office --ssid 'C?fe' --gateway "$(air=far_away hardware_address backbone)"
    ! reach check --quiet --at home || fail 'at home, too'
    roam wlan2 wlan0; finds_router
    printed place=home metered=unknown/none

scenario 'Wi-Fi: the place is that of the network below WireGuard'
    radios 2; access_point wlan0; station wlan1 600; wireguard wg0 198.51.100.1
    settings '{"places": {"home": [{"ssid": "Cafe", "interface": "wl*"}], "tunnel": [{"interface": "wg*"}]}}'
    expect primary=wg0 'underlay=[wlan1]' place=home
    [[ $(reach status) == 'Online via Wi-Fi “Cafe” (wlan1) through wg0, at home, '* ]] || fail "$(reach status)"

scenario 'Wi-Fi: the recipe copies photos only at home, and neither in a café nor over a cable'
    radios 3; access_point wlan0; ssid=Home access_point wlan1; station wlan2
    program rsync; settings "$(block file reach.json)"
    expect connection=wifi wlan2:ssid=Cafe place=null
    recipe photos; await grep -q waiting /run/scenario/errors
    [[ ! -e /run/scenario/ran ]] || fail "$(</run/scenario/ran)"
    change_to wlan2 Home; await ran 'rsync -a .*/Pictures/ nas.home.arpa:photos/'
    [[ $(reach status --brief) == 'wifi Home at home' ]] || fail "$(reach status --brief)"
    change_to wlan2 Cafe; await ran stopped
    rm /run/scenario/ran; change_to wlan2 Home; await ran rsync
    ethernet_card 100; await ran stopped
