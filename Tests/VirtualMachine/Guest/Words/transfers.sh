# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Downloads that outlive the program: `reach fetch`, and the worker that performs them.

# whose: who downloads. by WHOM COMMAND…: with their environment, in the folder that the downloads go to.
whose=root
by() {
    if [[ $1 == root ]]; then
        mkdir -p /run/scenario/files
        env -C /run/scenario/files REACH_STORE=/run/scenario/store "${@:2}"
    else
        setpriv --reuid="$1" --regid="$1" --init-groups env -i -C "/home/$1" HOME="/home/$1" USER="$1" \
            XDG_RUNTIME_DIR=/run/user/1000 PATH=/usr/bin:/usr/sbin LANG=C.UTF-8 "${@:2}"
    fi
}
queue() { by "$whose" reach queue "$@"; }
downloads() { if [[ $whose == root ]]; then echo /run/scenario/files; else echo "/home/$whose"; fi; }
secrets() {
    if [[ $whose == root ]]; then echo /run/scenario/store/secrets; else echo "/home/$whose/.local/state/reach/secrets"; fi
}

# serves NAMESPACE ADDRESS: the files in `served`, slowly until `hurry`. What is asked for is in `requests`.
requests=/run/scenario/requests
serves() {
    ip netns exec "$1" python3 -I -S "$folder/Programs/file-server.py" "$2" "$served" "$requests" \
        2>/run/scenario/file-server &
}
serves_files() {
    mkdir -p "$served"
    head -c 4M /dev/urandom >"$served/large"
    head -c 160K /dev/urandom >"$served/small"
    serves "$@"
    source=http://$2
    await is_served
}
is_served() { wget -q --tries=1 -T 5 -O /dev/null "$source/small"; }

# fetch NAME [OPTION…]: adds a download to a file of this name; `transfer` is its id.
fetch() {
    : >"$requests"
    file=$1
    transfer=$(by "$whose" reach fetch --detach -H 'X-Token: hidden' -o "$file" "$source/large" "${@:2}")
}
# performed: by a worker of this scenario.
performed() { by "$whose" reach queue run >/run/scenario/worker 2>&1 & worker=$!; }

# shown FILTER: what jq makes of the transfer.
shown() { queue show "$transfer" --json | jq -r "$1"; }
state_becomes() { await state_of_transfer "$1"; }
state_of_transfer() { [[ $(shown .state) == "$1" ]]; }
waits_for() { await reason_is "$1"; }
reason_is() { [[ $(shown '"\(.state) \(.reasons[0])"') == "waiting $1" ]]; }
# received: how much of the file there is. receives: more comes in. comes_to N: there are N bytes, or more.
received() { stat -c %s "$(downloads)/.$file."*.part 2>/dev/null || echo 0; }
receives() { local before; before=$(received); await has_received "$before"; }
has_received() { (($(received) > $1)); }
comes_to() { await has_received $(($1 - 1)); }

# is_done: the download has ended as promised: the right file, reported once, nothing left over.
is_done() {
    state_becomes finished
    is_copy "$(downloads)/$file" large
    local ends left
    ends=$(shown '[.events[].event | select(. == "finished")] | length')
    [[ $ends == 1 ]] || fail "it ended $ends times:" "$(shown '[.events[].event] | join(" ")')"
    left=$(find "$(downloads)" -maxdepth 1 -name '*.part'; find "$(secrets)" -type f)
    [[ -z $left ]] || fail 'left over:' "$left"
}
# requested FIRST…: from where each answer began (`-`: the whole file).
requested() {
    local began
    began=$(sed -n 's,^begin \(.*\) /large$,\1,p' "$requests" | xargs)
    [[ $began == "$*" ]] || fail "requested from: $began; expected: $*"
}
# checkpoint: how much is safely there.
checkpoint() { shown .bytesDone; }

# Which way the bytes go.

# wifi_or_modem: `wifi_beside_modem`, and a server that is reached by both, at 198.51.100.1. What goes over IFACE, the modem,
# and over Wi-Fi is counted.
wifi_or_modem() {
    wifi_beside_modem
    ip link add uplink netns modem type veth peer name modem netns air
    ip -n modem address add 10.70.0.1/30 dev uplink; ip -n modem link set uplink up
    ip -n air address add 10.70.0.2/30 dev modem; ip -n air link set modem up
    ip -n modem route add default via 10.70.0.2
    ip -n air route add 192.168.42.0/24 via 10.70.0.1
    ip netns exec modem sysctl -qw net.ipv4.ip_forward=1
    ip -n air address add 198.51.100.1/32 dev lo
    serves_files air 198.51.100.1
    counted "$IFACE"
    counted wlan1
}
counted() {
    python3 -I "$folder/Programs/count-payload.py" "$1" "/run/scenario/count-$1" &
    await test -s "/run/scenario/count-$1"
}
# count INTERFACE: in both directions. segments INTERFACE: also those without payload.
count() { local in out; read -r in out _ <"/run/scenario/count-$1"; echo $((in + out)); }
segments() { local number; read -r _ _ number _ <"/run/scenario/count-$1"; echo "$number"; }
uncounted() { local number; read -r _ _ _ number <"/run/scenario/count-$1"; echo "$number"; }
carries() { await has_carried "$@"; }
has_carried() { (($(count "$1") >= $2)); }
# carried_nothing INTERFACE: not even a segment without payload.
carried_nothing() {
    [[ $(count "$1") == 0 ]] || fail "$1 carried $(count "$1") bytes"
    [[ $(segments "$1") == 0 ]] || fail "$1 carried $(segments "$1") segments"
    [[ $(uncounted "$1") == 0 ]] || fail "not counted: $(uncounted "$1")"
}
# is_still: not a byte of the download comes in or goes over INTERFACE while another one gets all of its own that way.
is_still() {
    local before
    before=$(received)
    carried_nothing "$1"
    wget -q --tries=1 -T 20 -O /run/scenario/beside "$source/small"
    is_copy /run/scenario/beside small
    [[ $(received) == "$before" ]] || fail "the file grew from $before to $(received) bytes meanwhile"
    # (The counter counts.)
    carries "$1" 163840
    still=$(count "$1")
    ((still < 163840 + 2048)) || fail "$1 carried $still bytes; 163840 of them are another download's"
}
# was_still INTERFACE: nothing more went there.
was_still() {
    [[ $(count "$1") == "$still" ]] || fail "$1 carried $(($(count "$1") - still)) bytes more"
    [[ $(uncounted "$1") == 0 ]] || fail "not counted: $(uncounted "$1")"
}

# is_within_plan: the path is that of the modem, whose plan a recorder counts.
is_within_plan() { [[ $(reach status --json | jq -r '"\(.connection) \(.plan.state)"') == 'wwan within' ]]; }

# In a machine that boots systemd.

# user_with_linger NAME: a user whose service manager starts with the machine. Sessions of the name `log-in` are theirs.
user_with_linger() {
    local kind
    echo "$1:x:1000:1000::/home/$1:/bin/bash" >>/etc/passwd
    echo "$1:x:1000:" >>/etc/group
    install --directory --owner="$1" --group="$1" --mode=700 "/home/$1"
    # What libpam-runtime's own script would have made, and what systemd's has by it.
    for kind in account auth password session session-noninteractive; do
        echo "${kind%-*} required pam_permit.so" >"/etc/pam.d/common-$kind"
    done
    printf '%s\n' 'auth required pam_permit.so' 'account required pam_permit.so' 'session required pam_systemd.so' |
        tee /etc/pam.d/systemd-user >/etc/pam.d/log-in
    mkdir -p /var/lib/systemd/linger
    : >"/var/lib/systemd/linger/$1"
}
his() { by ada "$@"; }
# his_unit NAME LINE…
his_unit() {
    local file=/home/ada/.config/systemd/user/$1
    mkdir -p "${file%/*}"
    printf '%s\n' "${@:2}" >"$file"
    chown -R ada:ada /home/ada/.config
}
his_property() { his systemctl --user show --value --property "$2" "$1"; }
becomes_his() { until_silent his_units_lack "$@"; }
are_his() {
    local lacking
    lacking=$(his_units_lack "$@")
    [[ ! $lacking ]] || fail "$lacking" "$(his systemctl --user status "${@:2}" || true)"
}
his_units_lack() {
    local unit state
    for unit in "${@:2}"; do
        state=$(his systemctl --user is-active "$unit" || true)
        [[ $state == "$1" ]] || echo "  $unit is $state, and not $1"
    done
}

# at_home: the machine has a network with a server, which has the same files after a boot; the user who downloads is ada.
at_home() {
    whose=ada served=/var/tmp/served requests=/var/tmp/requests
    rm -rf "$served"
    becomes active user@1000.service
    uplink lan0 192.0.2.7/24 192.0.2.1
    ip -n lan address add 192.0.2.1/24 dev lan0-far
    serves_files lan 192.0.2.1
}
at_home_again() {
    uplink lan0 192.0.2.7/24 192.0.2.1
    ip -n lan address add 192.0.2.1/24 dev lan0-far
    serves lan 192.0.2.1
    await is_served
}
# remember_as NAME=VALUE…: for after the restart. remembered: they have these values again.
remember_as() { printf '%q\n' "$@" >/var/tmp/remembered; }
remembered() {
    whose=ada served=/var/tmp/served requests=/var/tmp/requests source=http://192.0.2.1
    . /var/tmp/remembered
}

# may_do_little: what the unit says of the worker is so.
may_do_little() {
    local process
    process=$(his_property reach-transfer.service MainPID)
    grep -qx 'NoNewPrivs:.1' "/proc/$process/status" || fail 'the worker may have new privileges'
    grep -qx 'Seccomp:.2' "/proc/$process/status" || fail 'the worker may use all calls of the system'
    [[ $(readlink "/proc/$process/exe") == */reach-transfer ]] || fail "the worker is $(readlink "/proc/$process/exe")"
}
