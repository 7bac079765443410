# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Work that waits for the network: a real download, and what becomes of it.

served=/run/scenario/served got=/run/scenario/got

# file_server: beyond the access points, at 10.20.0.1. It is in no hurry, so that a download of `large` lasts
# until `hurry`.
file_server() {
    mkdir -p "$served"
    head -c 4M /dev/urandom >"$served/large"
    head -c 160K /dev/urandom >"$served/small"
    ip netns exec air python3 "$folder/Programs/file-server.py" 10.20.0.1 "$served" 2>/run/scenario/file-server &
    await wget -q --tries=1 -T 5 -O /dev/null http://10.20.0.1/small
}
hurry() { : >"$served/hurry"; }

# begin COMMAND…: in the background; what it becomes is seen by `ends_with`.
begin() { "$@" & begun=$!; }
# goes_on: what was begun has not ended.
goes_on() { kill -0 "$begun" || fail "it ended with $(wait "$begun" && echo 0 || echo $?)"; }
# ends_with STATUS
ends_with() {
    local status=0
    await has_ended "$begun"
    wait "$begun" || status=$?
    [[ $status == "$1" ]] || fail "expected the exit status $1, got $status"
}
has_ended() { ! kill -0 "$1"; }

# set_clock TIME: of today, as 23:00. restore_clock: as if it had not been set.
set_clock() {
    [[ -n ${true_time-} ]] || true_time=$(($(date +%s) - $(cut -d. -f1 /proc/uptime)))
    date --set "$(date +%F) $1" >/dev/null
}
restore_clock() { date --set "@$((true_time + $(cut -d. -f1 /proc/uptime)))" >/dev/null; }

# download [OPTION…]: `reach run` of it, with these options. Each start is noted with its process.
download() {
    : >/run/scenario/starts
    # shellcheck disable=SC2016
    begin reach run "$@" -- sh -c 'echo $$ >>/run/scenario/starts; exec wget -c -q -O "$1" "$2"' \
        sh "$got" http://10.20.0.1/large
}
starts() { wc -l </run/scenario/starts; }
started() { (($(starts) == $1)); }
# The process's state, by proc(5): of the third field, for the second holds no spaces here.
state_of() { local state; read -r _ _ state _ <"/proc/$(tail -n 1 /run/scenario/starts)/stat" && [[ $state == [$1] ]]; }
is_suspended() { state_of T; }
is_at_work() { state_of RSD; }
has_ended_for_good() { ! [[ -e /proc/$(tail -n 1 /run/scenario/starts) ]]; }
bytes() { stat -c %s "$got" 2>/dev/null || echo 0; }
# grows: more of the file comes in.
grows() { local before; before=$(bytes); await has_more_than "$before"; }
has_more_than() { (($(bytes) > $1)); }
# stands_still: not a byte comes in while another download by the same way gets all of its own.
stands_still() {
    local before
    before=$(bytes)
    wget -q --tries=1 -T 20 -O /run/scenario/beside http://10.20.0.1/small
    is_copy /run/scenario/beside small
    [[ $(bytes) == "$before" ]] || fail "the file grew from $before to $(bytes) bytes meanwhile"
}
is_all_there() { (($(bytes) == $(stat -c %s "$served/large"))); }
is_intact() { is_copy "$got" large; }
# is_copy FILE NAME: of what is served by that name.
is_copy() {
    [[ $(sha256sum <"$1") == "$(sha256sum <"$served/$2")" ]] || fail "$1 is not what was served: $(stat -c %s "$1") bytes"
}

# wifi_beside_modem: a path by Wi-Fi without a price, and an expensive one by the modem IFACE behind it.
wifi_beside_modem() {
    sysctl -qw net.ipv4.conf.all.ignore_routes_with_linkdown=1
    radios 2
    access_point wlan0
    usb_modem ECM
    station wlan1 400
    expect connection=wifi primary=wlan1 metered.isExpensive=false
}
