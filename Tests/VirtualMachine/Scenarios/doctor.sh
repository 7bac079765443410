# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the doctor says of networks that namespaces do not have.

scenario 'Doctor: Wi-Fi that has not joined a network'
    radios 1; ip link set wlan0 up
    says 'wlan0 is not connected to a Wi-Fi network.'

scenario 'Doctor: nothing is sent over a modem'
    cellular wwan0
    says 'wwan0 has a route to the internet; nothing else was checked'

scenario 'Doctor: behind Wi-Fi nothing answers'
    radios 2; access_point wlan0; station wlan1
    echo 'nameserver 203.0.113.53' >/etc/resolv.conf
    says 'The router 10.20.0.1 answers, and nothing behind it does'

scenario 'Doctor: the access point answers, and the router has gone'
    radios 2; access_point wlan0; station wlan1
    echo 'nameserver 203.0.113.53' >/etc/resolv.conf
    ip -n air address flush dev backbone; ip neighbor flush dev wlan1
    says 'The router 10.20.0.1 does not answer on wlan1.'

scenario 'Doctor: the server of WireGuard does not answer'
    radios 2; access_point wlan0; station wlan1; wireguard wg0 198.51.100.1
    echo 'nameserver 10.30.0.1' >/etc/resolv.conf
    says 'Nothing answers through the VPN wg0; the router 10.20.0.1 does.'
