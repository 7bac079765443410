# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Wi-Fi by mac80211_hwsim: radios that the kernel simulates, with the software of real ones.

# radios N: wlan0 … wlanN-1.
radios() {
    needs mac80211_hwsim
    modprobe -r mac80211_hwsim
    modprobe mac80211_hwsim radios="$1"
    await link_is_there wlan$(($1 - 1))
}

# Where the access points are. Those at another place have another router of the same address: `air=far_away access_point …`.
air=air
# The name of the network: `ssid=Home access_point …`.
ssid=Cafe
# access_point INTERFACE [SETTING…]: of the network, as hostapd is set up. All access points of a place are
# on one backbone, at 10.20.0.1.
access_point() {
    if [[ ! -e /run/netns/$air ]]; then
        far "$air"
        ip -n "$air" link add backbone type bridge
        ip -n "$air" address add 10.20.0.1/24 dev backbone
        ip -n "$air" link set backbone up
    fi
    iw phy "$(<"/sys/class/net/$1/phy80211/name")" set netns name "$air"
    printf '%s\n' "interface=$1" driver=nl80211 bridge=backbone ctrl_interface=/run/hostapd "ssid=$ssid" hw_mode=g \
        channel=1 beacon_int=50 wpa=2 wpa_key_mgmt=WPA-PSK rsn_pairwise=CCMP wpa_passphrase=password123 \
        "${@:2}" >"/run/scenario/hostapd-$1"
    switch_on "$1"
}
switch_on() {
    ip netns exec "$air" hostapd -B -P "/run/scenario/hostapd-$1.pid" "/run/scenario/hostapd-$1" >/dev/null
    await is_on_the_air "$1"
}
is_on_the_air() { hostapd_cli -p /run/hostapd -i "$1" status | grep -q 'state=ENABLED'; }
# switch_off INTERFACE: without a goodbye.
switch_off() {
    kill -9 "$(<"/run/scenario/hostapd-$1.pid")"
    ip -n "$air" link set "$1" down
}
# The network cost element of a phone's access point (Microsoft's, [MS-NCT] 2.2): all traffic costs.
says_it_costs=vendor_elements=dd080050f21104000000

# join INTERFACE: joins the network. station INTERFACE [METRIC]: with an address and a default route, too.
station() { join "$1"; addressed "$1" 10.20.0.7/24 10.20.0.1 "${2:-600}"; }
join() {
    printf '%s\n' ctrl_interface=/run/wpa_supplicant 'network={' "ssid=\"$ssid\"" 'psk="password123"' \
        'scan_freq=2412' '}' >"/run/scenario/wpa-$1"
    wpa_supplicant -B -D nl80211 -i "$1" -c "/run/scenario/wpa-$1" -P "/run/scenario/wpa-$1.pid" >/dev/null
    await state_is "$1" up
}
# hardware_address INTERFACE: of one that an access point has.
hardware_address() { ip -n "$air" -json link show dev "$1" | jq -r '.[0].address'; }
# roam STATION ACCESS-POINT: goes over to another access point of the network.
roam() {
    local to
    to=$(hardware_address "$2")
    await has_scanned "$1" "$to"
    wpa_cli -i "$1" roam "$to" >/dev/null
    await is_at "$1" "$to"
}
# change_to STATION SSID: leaves its network for one of another name.
change_to() {
    local number setting
    number=$(wpa_cli -i "$1" add_network | tail -n 1)
    for setting in "ssid \"$2\"" 'psk "password123"' 'scan_freq 2412'; do
        # shellcheck disable=SC2086
        wpa_cli -i "$1" set_network "$number" $setting >/dev/null
    done
    wpa_cli -i "$1" select_network "$number" >/dev/null
    await is_in "$1" "$2"
}
is_in() { iw dev "$1" link | grep -q "SSID: $2\$" && state_is "$1" up; }
has_scanned() { wpa_cli -i "$1" scan >/dev/null; sleep 0.3; wpa_cli -i "$1" scan_results | grep -q "$2"; }
is_at() { iw dev "$1" link | grep -qi "Connected to $2" && state_is "$1" up; }
# rfkill_all 1|0: all radios are blocked by software, or not.
rfkill_all() { local radio; for radio in /sys/class/rfkill/*/soft; do echo "$1" >"$radio"; done; }
