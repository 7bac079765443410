# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What NetworkManager says of cost, and what is left without it.

#  interface  type      kind      state     carrier  metered            confidence  because

scenario 'NetworkManager: Wi-Fi, whose profile says what it costs'
    radios 2; access_point wlan0; dhcp_server air backbone 10.20.0.1
    network_manager; wifi_profile wlan1 connection.metered yes
    is wlan1  wifi      null      up        true     yes/networkManager high        'Wi-Fi interface, mode'
    expect status=satisfied connection=wifi primary=wlan1 'gateways=[10.20.0.1]' wlan1:ssid=Cafe \
        metered=yes/networkManager metered.isExpensive=true
    watch
    says_metered wlan1 no
    printed metered=no/networkManager metered.isExpensive=false wlan1:metered=no/networkManager
    is wlan1  wifi      null      up        true     no/networkManager  high        'Wi-Fi interface, mode'
    says_metered wlan1 unknown
    printed metered=guessNo/networkManager
    says_metered wlan1 yes
    printed metered=yes/networkManager metered.isExpensive=true
    never_printed status=unsatisfied

scenario 'NetworkManager: Wi-Fi of a phone that says ANDROID_METERED over DHCP'
    radios 2; access_point wlan0; dhcp_server air backbone 10.20.0.1 --dhcp-option-force=43,ANDROID_METERED
    watch
    network_manager; wifi_profile wlan1
    printed status=satisfied connection=wifi primary=wlan1 metered=guessYes/networkManager metered.isExpensive=true
    is wlan1  wifi      null      up        true     guessYes/networkManager high   'Wi-Fi interface, mode'
    # Who has set up the profile knows better than the phone.
    says_metered wlan1 no
    printed metered=no/networkManager metered.isExpensive=false

scenario 'NetworkManager: is killed under a Wi-Fi whose access point says it costs, and comes back'
    radios 2; access_point wlan0 "$says_it_costs"; dhcp_server air backbone 10.20.0.1
    network_manager; wifi_profile wlan1 connection.metered no; watch
    printed_last status=satisfied connection=wifi primary=wlan1 metered=no/networkManager
    network_manager_ends
    printed status=satisfied connection=wifi primary=wlan1 metered=guessYes/accessPoint
    expect metered=guessYes/accessPoint wlan1:metered=guessYes/accessPoint
    network_manager
    printed status=satisfied connection=wifi primary=wlan1 metered=no/networkManager
    expect metered=no/networkManager

scenario 'NetworkManager: ends in order beside an Ethernet card, and comes back'
    ethernet_card; ip address flush dev eth0; network_manager; cable_profile eth0 connection.metered yes; watch
    printed_last status=satisfied connection=ethernet primary=eth0 metered=yes/networkManager
    network_manager_ends TERM
    # It leaves a cable's addresses where they are.
    printed status=satisfied connection=ethernet primary=eth0 metered=guessNo/interfaceType
    is eth0   ethernet  null      up        true     guessNo/interfaceType  high    'on bus pci'
    network_manager
    printed status=satisfied connection=ethernet primary=eth0 metered=yes/networkManager
    is eth0   ethernet  null      up        true     yes/networkManager high        'on bus pci'

scenario 'NetworkManager: begins behind a watch that found not even a bus'
    radios 2; access_point wlan0; station wlan1; ethernet_card 700; watch
    printed_last connection=wifi primary=wlan1 metered=unknown/none
    bus; network_manager; cable_profile eth0 ipv4.route-metric 50 connection.metered yes
    printed connection=ethernet primary=eth0 metered=yes/networkManager
    # What it was not given to manage is as before.
    expect wlan1:metered=unknown/none
    quiet nmcli connection down on-eth0
    printed connection=wifi primary=wlan1 metered=unknown/none

scenario 'NetworkManager: WireGuard over its Wi-Fi'
    radios 2; access_point wlan0; dhcp_server air backbone 10.20.0.1
    network_manager; wifi_profile wlan1 connection.metered yes; wireguard wg0 198.51.100.1; watch
    printed_last connection=wifi primary=wg0 isVPN=true 'underlay=[wlan1]' metered=yes/underlay
    says_metered wlan1 no
    printed connection=wifi primary=wg0 isVPN=true metered=no/underlay

scenario 'NetworkManager: its guess of a bond is not taken for the phone under it'
    phone_sharing NCM; ip address flush dev $IFACE; phone=$IFACE; network_manager; managed $phone
    quiet nmcli connection add type bond ifname bond0 con-name on-bond0 bond.options mode=active-backup,miimon=100 \
        ipv4.method manual ipv4.addresses 192.168.42.7/24 ipv4.gateway 192.168.42.1 ipv6.method disabled
    quiet nmcli connection add type ethernet ifname $phone con-name on-$phone master bond0
    quiet nmcli connection up on-$phone; await has_carrier bond0
    await eval '[[ $(nmcli -g GENERAL.METERED device show bond0) == "no (guessed)" ]]'
    expect status=satisfied connection=ethernet primary=bond0 "underlay=[$phone]" metered=guessYes/underlay

scenario 'NetworkManager: goes over from Wi-Fi to a cable and back'
    radios 2; access_point wlan0; dhcp_server air backbone 10.20.0.1; ethernet_card; ip address flush dev eth0
    network_manager; wifi_profile wlan1 connection.metered yes; watch
    printed_last connection=wifi primary=wlan1 metered=yes/networkManager
    cable_profile eth0
    printed connection=ethernet primary=eth0 metered=guessNo/networkManager
    unplug eth0
    printed status=satisfied connection=wifi primary=wlan1 metered=yes/networkManager
    plug eth0
    printed status=satisfied connection=ethernet primary=eth0 metered=guessNo/networkManager
