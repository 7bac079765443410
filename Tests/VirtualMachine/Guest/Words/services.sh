# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Services, in a machine that boots systemd; and reach as its Debian package installs it.

export SYSTEMD_COLORS=0 SYSTEMD_PAGER=''
online=reach-online.target unmetered=reach-unmetered.target
both='reach-online.service reach-unmetered.service'

# installed: reach's packages, by dpkg.
installed() { DEBIAN_FRONTEND=noninteractive dpkg --install /job/reach.deb /job/reach-transfer.deb; }
# configured JSON: for the whole machine. In one step, as editors do it.
configured() {
    mkdir -p /etc/reach
    printf '%s\n' "$1" >/etc/reach/reach.json.new
    mv /etc/reach/reach.json.new /etc/reach/reach.json
}
costs='{"overrides": [{"interface": "*", "metered": "yes"}]}'
# network, no_network, network_again: a cable with a default route, which goes and comes. Of the one that an earlier
# scenario had, nothing is left by then.
network() {
    if [[ -d /run/systemd/system ]]; then
        # (The machine may have booted with one.)
        [[ ! -e /sys/class/net/lan0 ]] || ip link delete lan0
        becomes inactive $online $unmetered
    fi
    uplink lan0 192.0.2.7/24 192.0.2.1
}
no_network() { ip route del default; }
network_again() { ip route add default via 192.0.2.1 dev lan0; }

# unit NAME LINE…
unit() {
    local file=/etc/systemd/system/$1
    mkdir -p "${file%/*}"
    printf '%s\n' "${@:2}" >"$file"
}
# follows NAME TARGET [LINE…]: a service that starts and stops with a target, with more lines.
follows() {
    unit "$1.service" '[Unit]' "Requisite=$2" "After=$2" '[Install]' "WantedBy=$2" \
        '[Service]' 'ExecStart=/usr/bin/sleep infinity' "${@:3}"
    systemctl --quiet enable "$1.service"
}

# booted: the boot is at its end, and nothing failed.
booted() {
    await has_booted
    [[ $(systemctl is-system-running) == running ]] || fail 'not all is well:' "$(systemctl --failed)"
}
has_booted() { [[ $(systemctl is-system-running) != @(initializing|starting) ]]; }
has_no_jobs() { [[ $(systemctl list-jobs --no-legend) == '' ]]; }

# becomes STATE UNIT…; are STATE UNIT…: now, without waiting.
becomes() { until_silent units_lack "$@"; }
are() {
    local lacking
    lacking=$(units_lack "$@")
    [[ ! $lacking ]] || fail "$lacking" "$(systemctl status "${@:2}" || true)"
}
# units_lack STATE UNIT…: a line for each that is in another state. (systemctl exits with 3 for some states.)
units_lack() {
    local wanted=$1 state states
    shift
    mapfile -t states < <(systemctl is-active "$@" || true)
    for state in "${states[@]}"; do
        [[ $state == "$wanted" ]] || echo "  $1 is $state, and not $wanted"
        shift
    done
}
# property UNIT NAME
property() { systemctl show --value --property "$2" "$1"; }

# remember UNIT…; is_as_remembered UNIT…: has not been started since. begins_anew UNIT: has been, and is up. (Of
# units that are not active, the manager knows nothing any more.)
remember() { local unit; for unit; do property "$unit" InvocationID >"/run/scenario/$unit.id"; done; }
is_same() { [[ $(property "$1" InvocationID) == "$(<"/run/scenario/$1.id")" ]]; }
begins_anew() { ! is_same "$1" && [[ ! $(units_lack active "$1") ]]; }
is_as_remembered() { local unit; for unit; do is_same "$unit" || fail "$unit was started again"; done; }

# was_tried_again SERVICE: it has failed, and the manager has started it again.
was_tried_again() { (($(property "$1" NRestarts) > 0)); }

# looker SERVICE: the process of reach that it looks at the network with.
looker() { pgrep --exact --parent "$(property "$1" MainPID)" reach; }
# looks_for_begin SERVICE: it waits until the condition holds; that is, it knows that it does not.
looks_for_begin() {
    local arguments
    mapfile -d '' arguments <"/proc/$(looker "$1")/cmdline"
    [[ " ${arguments[*]} " == *' wait '* && " ${arguments[*]} " != *' --not '* ]]
}

# refused COMMAND…: fails, and the manager says why.
refused() { ! "$@" 2>/run/scenario/refusal || fail "not refused: $*"; [[ -s /run/scenario/refusal ]]; }

# at_once COMMAND…: long before systemd would lose its patience, or reach kills what does not end.
at_once() {
    local start=$EPOCHREALTIME
    "$@"
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { exit !(b - a < 5) }' || fail "took too long: $*"
}

# listen_to_journal: from here on. journal_has TEXT; journal_lacks OPTION…: of journalctl.
listen_to_journal() {
    journalctl --lines=0 --quiet --show-cursor | sed -n 's/^-- cursor: //p' >/run/scenario/cursor
}
journal() { journalctl --after-cursor="$(</run/scenario/cursor)" --quiet --output=short-monotonic "$@" || true; }
is_in_journal() { journal | grep -qF "$1"; }
journal_has() { await is_in_journal "$1"; }
journal_lacks() {
    local said
    said=$(journal "$@")
    [[ ! $said ]] || fail 'the journal says:' "$said"
}
