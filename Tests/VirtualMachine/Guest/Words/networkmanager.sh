# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# NetworkManager, and the system bus that it is asked over.

# quiet COMMAND…: its words are kept for readers who look for a reason.
quiet() { "$@" >>/run/scenario/network-manager 2>&1; }

# bus: the system's, where every program looks for it.
bus() {
    mkdir -p /run/dbus
    dbus-daemon --system --nofork --nopidfile >>/run/scenario/bus 2>&1 &
    await test -S /run/dbus/system_bus_socket
}

# network_manager: with a bus if there is none. It manages the interfaces that `managed` names.
network_manager() {
    [[ -S /run/dbus/system_bus_socket ]] || bus
    mkdir -p /run/NetworkManager /run/scenario/connections
    printf '%s\n' '[main]' plugins=keyfile dns=none auth-polkit=false 'no-auto-default=*' \
        '[keyfile]' path=/run/scenario/connections '[device]' managed=0 wifi.scan-rand-mac-address=no \
        >/run/scenario/NetworkManager.conf
    # Wi-Fi's own program, which it asks over the bus; here the bus does not start it by its name.
    pgrep -x wpa_supplicant >/dev/null || wpa_supplicant -u >>/run/scenario/wpa 2>&1 &
    # Where /sys can be written to, it waits for udev, which there is none of.
    unshare --mount sh -c '
        mount -o remount,bind,ro /sys
        exec NetworkManager --no-daemon --config /run/scenario/NetworkManager.conf' &
    manager=$!
    await nmcli -t general
} 2>>/run/scenario/network-manager
# network_manager_ends [SIGNAL]: by default without a chance to take anything back.
network_manager_ends() {
    kill "-${1:-KILL}" "$manager"
    await has_ended "$manager"
}

# managed INTERFACE: NetworkManager's from now on.
managed() {
    await nmcli -t device show "$1"
    quiet nmcli device set "$1" managed yes
}

# wifi_profile INTERFACE [SETTING VALUE…]: joins the network "Cafe" by a profile, with its DHCP.
wifi_profile() {
    managed "$1"
    quiet nmcli connection add type wifi ifname "$1" con-name "on-$1" ssid Cafe \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk password123 ipv6.method disabled "${@:2}"
    await quiet nmcli connection up "on-$1"
}
# cable_profile INTERFACE [SETTING VALUE…]: an Ethernet card with an address and a default route.
cable_profile() {
    managed "$1"
    quiet nmcli connection add type ethernet ifname "$1" con-name "on-$1" ipv4.method manual \
        ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 ipv6.method disabled "${@:2}"
    await quiet nmcli connection up "on-$1"
}
# says_metered INTERFACE YES|NO|UNKNOWN: in the profile of what is in use.
says_metered() {
    quiet nmcli connection modify "on-$1" connection.metered "$2"
    quiet nmcli device reapply "$1"
}
