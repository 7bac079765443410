# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Services, in a machine that boots systemd; and reach as its Debian package installs it.

export SYSTEMD_COLORS=0 SYSTEMD_PAGER=''
online=reach-online.target unmetered=reach-unmetered.target
both='reach-online.service reach-unmetered.service'

# installed: reach's package, by dpkg.
installed() { DEBIAN_FRONTEND=noninteractive dpkg --install /job/reach.deb; }
# configured JSON: for the whole machine. In one step, as editors do it.
configured() {
    mkdir -p /etc/reach
    printf '%s\n' "$1" >/etc/reach/reach.json.new
    mv /etc/reach/reach.json.new /etc/reach/reach.json
}
# unit NAME LINE…
unit() { printf '%s\n' "${@:2}" >"/etc/systemd/system/$1"; }
# follows NAME TARGET [LINE…]: a service that is bound to a target, with more lines.
follows() {
    unit "$1.service" '[Unit]' "BindsTo=$2" "After=$2" '[Install]' "WantedBy=$2" \
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

# The state of a unit, as systemctl says it. (It exits with 3 for some.)
state() { systemctl is-active "$1" || true; }
state_is_now() { [[ $(state "$1") == "$2" ]]; }
# becomes STATE UNIT…
becomes() { local unit; for unit in "${@:2}"; do await state_is_now "$unit" "$1"; done; }
# are STATE UNIT…: now.
are() {
    local unit
    for unit in "${@:2}"; do
        state_is_now "$unit" "$1" || fail "$unit is $(state "$unit"), and not $1:" "$(systemctl status "$unit")"
    done
}
# property UNIT NAME
property() { systemctl show --value --property "$2" "$1"; }

# at_once COMMAND…: in less than two seconds.
at_once() {
    local start=$EPOCHREALTIME
    "$@"
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { exit !(b - a < 2) }' || fail "took too long: $*"
}

# journal_says TEXT: since the machine was booted.
journal_says() { journalctl --boot --quiet --output=cat --grep="$1" >/dev/null 2>&1; }
journal_is_silent_about() {
    local said
    said=$(journalctl --boot --quiet --output=short-monotonic --grep="$1" || true)
    [[ ! $said ]] || fail 'the journal says:' "$said"
}
