# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Cables, cards, and what is made on them. What a computer would find at the far end (router, access
# point, phone, provider) is in network namespaces of their own, and not seen by it.

link_is_there() { [[ -e /sys/class/net/$1 ]]; }
has_carrier() { [[ $(<"/sys/class/net/$1/carrier") == 1 ]]; }
has_no_carrier() { ! has_carrier "$1"; }
state_is() { [[ $(<"/sys/class/net/$1/operstate") == "$2" ]]; }
# is_settled INTERFACE: IPv6 has its link-local address, and tells of it no more.
is_settled() { ip -6 -oneline address show dev "$1" scope link -tentative | grep -q inet6; }

# far NAME: a namespace for what is at the far end.
far() { [[ -e /run/netns/$1 ]] || { ip netns add "$1"; ip -n "$1" link set lo up; }; }

# cable NAME: a network card (a veth) with something at the other end.
cable() {
    far lan
    ip link add "$1" type veth peer name "$1-far" netns lan
    ip -n lan link set "$1-far" up
    ip link set "$1" up
    await state_is "$1" up
}
# addressed NAME ADDRESS/LENGTH [GATEWAY [METRIC]]: an address and a default route.
addressed() {
    ip address add "$2" dev "$1"
    [[ -z ${3-} ]] || ip route add default via "$3" dev "$1" metric "${4:-100}"
}
# uplink NAME ADDRESS/LENGTH [GATEWAY [METRIC]]: a cable with an address and a default route.
uplink() { cable "$1"; addressed "$@"; }
# unplug, plug NAME: the cable of a card that `cable` or `ethernet_card` made.
unplug() {
    if [[ -e /sys/class/net/$1/device ]]; then monitor set_link cable off; else ip -n lan link set "$1-far" down; fi
    await has_no_carrier "$1"
}
plug() {
    if [[ -e /sys/class/net/$1/device ]]; then monitor set_link cable on; else ip -n lan link set "$1-far" up; fi
    await has_carrier "$1"
}

# monitor COMMAND…: tells the emulator.
monitor() { echo "$*" >/dev/virtio-ports/monitor; }

# sleep_and_wake [devices|core]: for a second processes and devices sleep; with `core` the clock, too, as in a
# suspend to memory. (From a real one the emulator does not wake up.)
sleep_and_wake() {
    [[ -e /sys/power/pm_test ]] || skip 'the kernel has no test of sleeping'
    echo 1 >/sys/module/suspend/parameters/pm_test_delay
    echo "${1:-devices}" >/sys/power/pm_test
    if [[ ${1-} == core ]]; then echo mem; else echo freeze; fi >/sys/power/state
    echo none >/sys/power/pm_test
}

# count_lookups: of routes, from here on. looked_since N: there are more than N.
count_lookups() {
    made nlmon0 nlmon
    : >/run/scenario/lookups
    python3 "$folder/Programs/route-lookups.py" >/run/scenario/lookups &
    # Until it counts one of its own.
    await eval 'ip route get 192.0.2.1; looked_since 0'
}
lookups() { wc -l </run/scenario/lookups; }
looked_since() { (($(lookups) > $1)); }

# ethernet_card [METRIC]: a PCI card, as eth0, with a default route.
ethernet_card() {
    needs e1000
    await link_is_there eth0
    ip link set eth0 up
    await has_carrier eth0
    addressed eth0 192.0.2.7/24 192.0.2.1 "${1:-100}"
}

# made NAME TYPE ARGUMENT…: an interface of a kind that `ip link` knows, up.
made() {
    modprobe -q "rtnl-link-$2" || needs "$2"
    ip link add name "$1" type "${@:2}"
    ip link set "$1" up
}
# made_on NAME LOWER TYPE ARGUMENT…: the same on another interface.
made_on() {
    modprobe -q "rtnl-link-$3" || needs "$3"
    ip link add link "$2" name "$1" type "${@:3}"
    ip link set "$1" up
}
# made_of NAME TYPE MEMBER… [-- ARGUMENT…]: of several interfaces, which have no addresses of their own.
made_of() {
    local name=$1 type=$2 members=() member
    shift 2
    while (($#)) && [[ $1 != -- ]]; do members+=("$1"); shift; done
    modprobe -q "rtnl-link-$type" || needs "$type"
    ip link add name "$name" type "$type" "${@:2}"
    for member in "${members[@]}"; do join_to "$name" "$type" "$member"; done
    ip link set "$name" up
    await has_carrier "$name"
}
join_to() {
    ip address flush dev "$3"
    # A bond takes only what is down.
    [[ $2 == bond || $2 == team ]] && ip link set "$3" down
    ip link set "$3" master "$1"
    ip link set "$3" up
}
# team NAME MEMBER…: with the program that a team needs.
team() {
    local ports=() name=$1 member
    needs team team_mode_activebackup
    for member in "${@:2}"; do
        ip link set "$member" down
        ports+=("\"$member\":{}")
    done
    teamd -d -c "{\"device\":\"$name\",\"runner\":{\"name\":\"activebackup\"},
        \"link_watch\":{\"name\":\"ethtool\"},\"ports\":{$(IFS=,; echo "${ports[*]}")}}"
    ip link set "$name" up
    await has_carrier "$name"
}
# simulated_card: the kernel's simulated card, for the tests of its offloads.
simulated_card() {
    needs netdevsim
    echo '1 1' >/sys/bus/netdevsim/new_device
    await link_is_there eth0
    ip link set eth0 up
}
# dhcp_server NAMESPACE INTERFACE ADDRESS [OPTION…]: at the far end, with options of dnsmasq.
dhcp_server() {
    ip -n "$1" address replace "$3/24" dev "$2"
    ip netns exec "$1" dnsmasq --conf-file=/dev/null --port=0 --interface="$2" --bind-interfaces --user=root \
        --dhcp-range="${3%.*}.50,${3%.*}.99,1h" --dhcp-option="3,$3" --dhcp-authoritative --no-ping \
        --dhcp-leasefile=/run/scenario/leases --pid-file=/run/scenario/dnsmasq "${@:4}"
}
