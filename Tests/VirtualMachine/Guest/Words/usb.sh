# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# USB devices in a port of this same machine (dummy_hcd): modems and phones, as real drivers see them.

# new_interface COMMAND…: runs it; IFACE is the interface that is there after it and was not before.
new_interface() {
    local before
    before=" $(ls /sys/class/net | tr '\n' ' ') "
    "$@"
    await found_new "$before"
    found_new "$before"
}
found_new() {
    for IFACE in $(ls /sys/class/net); do
        # The device's own end is about to be moved away.
        [[ $IFACE == far-* || $1 == *" $IFACE "* ]] || return 0
    done
    return 1
}

free_port() {
    local port
    for port in /sys/class/udc/*; do
        grep -qsx "${port##*/}" /sys/kernel/config/usb_gadget/*/UDC || { echo "${port##*/}"; return; }
    done
    fail 'all USB ports are taken'
}

# plugged_in NAME VENDOR PRODUCT FUNCTION [KEY=VALUE…]: a device of the kernel's gadget code.
plugged_in() {
    local gadget=/sys/kernel/config/usb_gadget/$1 function setting
    function=$gadget/functions/$4.0
    needs dummy_hcd libcomposite "usb_f_$4"
    mkdir -p "$gadget"
    mkdir -p "$gadget/strings/0x409" "$gadget/configs/c.1" "$function"
    echo "$2" >"$gadget/idVendor"
    echo "$3" >"$gadget/idProduct"
    echo "$1" >"$gadget/strings/0x409/product"
    for setting in "${@:5}"; do echo "${setting#*=}" >"$function/${setting%%=*}"; done
    ln -s "$function" "$gadget/configs/c.1/"
    # A port that was left a moment ago may not be free yet.
    await is_in_port "$gadget"
}
is_in_port() { free_port >"$1/UDC"; }
# pulled_out NAME: the device is gone.
pulled_out() { echo '' >"/sys/kernel/config/usb_gadget/$1/UDC"; }

# network_device NAME VENDOR PRODUCT FUNCTION [KEY=VALUE…]: one with a network interface, IFACE; its own
# end is usb0 in the namespace NAME, at 192.168.42.1.
network_device() {
    local end
    far "$1"
    new_interface plugged_in "$@" ifname=far-%d "host_addr=02:50:f3:00:00:01"
    end=$(<"/sys/kernel/config/usb_gadget/$1/functions/$4.0/ifname")
    ip link set "$end" netns "$1"
    ip -n "$1" link set "$end" name usb0
    ip -n "$1" address add 192.168.42.1/24 dev usb0
    ip link set "$IFACE" up
    await has_carrier_once_told "$1"
    addressed "$IFACE" 192.168.42.7/24 192.168.42.1 500
}
# The driver can lose one of the two notices ("no link", "link") that reach it at the same moment.
has_carrier_once_told() {
    ip -n "$1" link set usb0 down
    ip -n "$1" link set usb0 up
    sleep 0.5
    has_carrier "$IFACE"
}

# phone_sharing RNDIS|NCM|ECM|EEM: an Android phone that shares its connection over the cable.
phone_sharing() {
    case $1 in
        RNDIS) needs rndis_host; network_device phone 0x18d1 0x4ee3 rndis class=e0 subclass=01 protocol=03 ;;
        NCM) needs cdc_ncm; network_device phone 0x18d1 0x4eeb ncm ;;
        ECM) needs cdc_ether; network_device phone 0x18d1 0x4ee9 ecm ;;
        EEM) needs cdc_eem; network_device phone 0x18d1 0x4ee8 eem ;;
    esac
}
# usb_modem ECM|NCM|QMI: a modem. The numbers are those of one that the driver knows.
usb_modem() {
    case $1 in
        ECM) needs cdc_ether; network_device modem 0x1bc7 0x0021 ecm ;;
        NCM) needs cdc_ncm; network_device modem 0x1bc7 0x0036 ncm ;;
        QMI) needs cdc_ether qmi_wwan; network_device modem 0x1410 0xb001 ecm ;;
    esac
}
# add_channel MODEM: a link over a QMI modem, beside others.
add_channel() { echo 1 >"/sys/class/net/$1/qmi/add_mux"; }
# played_device KIND: one that the gadget code does not know, played by a program: `iphone`, `mbim`.
played_device() {
    needs dummy_hcd raw_gadget tun
    far "$1"
    new_interface play "$1"
    ip link set "$IFACE" up
    await has_carrier "$IFACE"
    addressed "$IFACE" 192.168.42.7/24 192.168.42.1 500
}
# In the last port: `free_port` begins with the first, and does not see this one.
play() { ip netns exec "$1" python3 "$folder/Programs/usb-device.py" "$1" "$(ls /sys/class/udc | tail -n 1)" & }
iphone() { needs ipheth; played_device iphone; }
mbim_modem() { needs cdc_mbim; played_device mbim; }
