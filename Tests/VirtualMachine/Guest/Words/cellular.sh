# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Modems that are not on USB, point-to-point links, Bluetooth.

# cellular NAME [METRIC]: a modem of the kernel's WWAN framework, as those on PCI Express are.
cellular() {
    needs wwan_hwsim
    await test -e /sys/class/wwan/wwan0
    # The driver may have made the first link by itself.
    [[ -e /sys/class/net/wwan0 ]] || ip link add dev wwan0 parentdev wwan0 type wwan linkid 1
    ip link set wwan0 name "$1"
    ip link set "$1" up
    ip address add 10.40.0.2/30 dev "$1"
    ip route add default dev "$1" metric "${2:-700}"
}

# modem_manager: a service that plays ModemManager on the system bus. It runs after `modems start`.
modem_manager() {
    mkdir -p /etc/dbus-1/system.d
    printf '%s\n' '<busconfig><policy context="default"><allow own="org.freedesktop.ModemManager1"/>' \
        '<allow send_destination="org.freedesktop.ModemManager1"/></policy></busconfig>' >/etc/dbus-1/system.d/modems.conf
    [[ -S /run/dbus/system_bus_socket ]] || bus
    mkfifo /run/scenario/modems
    python3 "$folder/Programs/modem-manager.py" <>/run/scenario/modems >>/run/scenario/modem-manager 2>&1 &
}
# modems WORD…: a line of that service's.
modems() { printf '%s\n' "$*" >/run/scenario/modems; }
# registered STATE PORT…: the modem with these ports is registered so (MMModem3gppRegistrationState).
registered() {
    modems put /org/freedesktop/ModemManager1/Modem/0 "$(jq -cn --argjson state "$1" '{
        "org.freedesktop.ModemManager1.Modem": {Ports: [$ARGS.positional[] | [., 2]]},
        "org.freedesktop.ModemManager1.Modem.Modem3gpp": {RegistrationState: $state}}' --args "${@:2}")"
}

ppp_ready() {
    needs ppp_generic ppp_async
    far provider
    [[ -e /dev/ppp ]] || mknod /dev/ppp c 108 0
}
has_address() { ip -4 -oneline address show dev "$1" scope global | grep -q inet; }
# dial_up NAME: PPP over the serial line of a USB modem.
dial_up() {
    ppp_ready
    needs cdc_acm
    plugged_in modem 0x1bc7 0x0036 acm
    await test -e /dev/ttyACM0
    await test -e /dev/ttyGS0
    # By another name: pppd keeps /run/NAME.pid, and namespaces share /run.
    ip netns exec provider pppd /dev/ttyGS0 local nocrtscts noauth passive nodetach noipdefault ifname ppp9 \
        10.64.0.1:10.64.0.2 >/run/scenario/pppd-far 2>&1 &
    pppd /dev/ttyACM0 local nocrtscts noauth nodetach defaultroute noipdefault ifname "$1" \
        ipcp-accept-local ipcp-accept-remote >/run/scenario/pppd 2>&1 &
    await has_address "$1"
}
# pppoe NAME OVER: a DSL line, over a cable that has no address itself.
pppoe() {
    ppp_ready
    needs pppoe
    cable "$2"
    echo noauth >/run/scenario/pppoe-options
    ip netns exec lan pppoe-server -I "$2-far" -L 10.65.0.1 -R 10.65.0.2 -N 1 -F \
        -O /run/scenario/pppoe-options >/run/scenario/pppoe-server 2>&1 &
    pppd plugin rp-pppoe.so "$2" noauth nodetach defaultroute noipdefault ifname "$1" \
        >/run/scenario/pppd 2>&1 &
    await has_address "$1"
}
# slip: a serial line of the older kind.
slip() {
    needs slip
    python3 -c '
import fcntl, pty, signal, struct
near, far = pty.openpty()
fcntl.ioctl(far, 0x5423, struct.pack("i", 1))  # TIOCSETD: SLIP
signal.pause()' &
    await link_is_there sl0
    ip link set sl0 up
    addressed sl0 10.66.0.2/30 10.66.0.1
}

# bluetooth_network: bnep0, to a phone that has another of two simulated controllers.
bluetooth_network() {
    needs hci_vhci bnep
    far phone
    btvirt -l2 >/run/scenario/btvirt 2>&1 &
    await test -e /sys/class/bluetooth/hci1
    hciconfig hci0 up
    hciconfig hci1 up piscan
    python3 "$folder/Programs/bluetooth-network.py" >/run/scenario/bnep 2>&1 &
    await link_is_there bnep1
    ip link set bnep1 netns phone
    ip -n phone address add 10.50.0.1/24 dev bnep1
    ip -n phone link set bnep1 up
    ip link set bnep0 up
    addressed bnep0 10.50.0.2/24 10.50.0.1 750
}
