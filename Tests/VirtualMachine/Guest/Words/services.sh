# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Services, in a machine that boots systemd; and reach as its Debian package installs it.

export SYSTEMD_COLORS=0 SYSTEMD_PAGER=''
online=reach-online.target unmetered=reach-unmetered.target
both='reach-online.service reach-unmetered.service'

# installed: reach's packages, by dpkg.
installed() { DEBIAN_FRONTEND=noninteractive dpkg --install /job/reach*.deb; }
# configured JSON: for the whole machine. In one step, as editors do it.
configured() {
    mkdir -p /etc/reach
    printf '%s\n' "$1" >/etc/reach/reach.json.new
    mv /etc/reach/reach.json.new /etc/reach/reach.json
}
costs='{"overrides": [{"interface": "*", "metered": "yes"}]}'
free='{"overrides": [{"interface": "*", "metered": "no"}]}'
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
# has_no_jobs: none is left that waits for something.
has_no_jobs() { until_silent systemctl list-jobs --no-legend; }

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
# entries FIELD=VALUE…: those that have all of these. (After a cursor, journalctl would skip the first one of them.)
entries() { journalctl --since="@$(stat --format=%Y /run/scenario/cursor)" --quiet "$@" || true; }
# is_logged FIELD=VALUE…: there is such an entry.
is_logged() { [[ $(entries "$@") ]]; }
journal_lacks() {
    local said
    said=$(journal "$@")
    [[ ! $said ]] || fail 'the journal says:' "$said"
}

# Of the drop-ins.

# drop_in, drop_out NAME: as its README says.
drop_in() { cp -rsf "/usr/share/reach/drop-ins/system/$1/." /etc/systemd/system/; systemctl daemon-reload; }
drop_out() {
    find /etc/systemd/system -name reach.conf -exec rm {} +
    systemctl daemon-reload
    systemctl stop "$1*.timer"
}
# soon TIMER: the scenarios have no patience for the timer's hours. his_soon TIMER: of ada.
soon() { unit "$1.d/soon.conf" "${soon[@]}"; }
his_soon() { his_unit "$1.d/soon.conf" "${soon[@]}"; }
soon=('[Timer]' OnCalendar= OnActiveSec=1s RandomizedDelaySec=0 AccuracySec=100ms)
# waiter NAME: the unit that waits. begins_to_wait NAME: its timer elapses, where the network costs. ends_its_wait NAME: the
# network costs nothing, and the service runs once. (The processor is emulated, and some programs are slow.)
waiter() { echo "reach-when-unmetered@$1.service"; }
begins_to_wait() {
    systemctl restart "$1.timer"
    becomes active "$(waiter "$1")"
    are inactive "$1.service"; has_no_jobs
}
ends_its_wait() {
    configured '{}'
    await has_begun "$1.service"
    becomes inactive "$(waiter "$1")"
    patience=60 until_silent is_busy "$1.service"
    ran_once "$1.service"
    # No elapse of the timer is left over.
    are inactive "$(waiter "$1")"
}
# elapsed TIMER: and will not again.
elapsed() { [[ $(property "$1" SubState) == @(elapsed|running) ]]; }
# has_begun, has_run, ran_once SERVICE: since listen_to_journal.
has_begun() { [[ $(messages 7d4958e842da4a758f6c1cdc7b36dcc5 "$1") ]]; }
has_run() { [[ $(messages 39f53479d3a045ac8e11786248231fbf "$1") ]]; }
ran_once() {
    local ends
    ends=$(messages 39f53479d3a045ac8e11786248231fbf "$1" | wc -l)
    [[ $ends == 1 ]] || fail "$1 ran $ends times" "$(journal --unit="$1")"
    [[ $(property "$1" Result) == success ]] || fail "$1: $(property "$1" Result)"
}
# messages ID UNIT: of the manager, by the catalog.
messages() { entries --output=cat "MESSAGE_ID=$1" "UNIT=$2"; }

# files_at_home: a cable, and beyond it a server that has the files in `served`, and does not hold them back.
files_at_home() {
    served=/run/scenario/served
    network
    ip -n lan address add 192.0.2.1/24 dev lan0-far
    mkdir -p "$served"
    : >"$requests"
    : >"$served/hurry"
    serves lan 192.0.2.1
    await wget -q --tries=1 -T 5 -O /dev/null http://192.0.2.1/hurry
    await grep -q ^end "$requests"
    : >"$requests"
}
# packages_at_home: the server has packages for apt. asked_for_nothing: it was not asked. asked_once FILE: of these names.
packages_at_home() {
    files_at_home
    in_repository 1 1 "$(printf 0 | sha256sum | cut -c 1-64)"
    rm -rf /var/lib/apt/lists /var/lib/apt/periodic
}
# in_repository VERSION SIZE DIGEST: the package that is there.
in_repository() {
    printf '%s\n' 'Package: news' "Version: $1" 'Architecture: all' 'Maintainer: Test <test@example.org>' \
        'Filename: ./news.deb' "Size: $2" "SHA256: $3" 'Description: a package of a scenario' >"$served/Packages"
}
# upgrade_at_home: version 1 of a package is installed, the server has version 2, and apt knows of that.
upgrade_at_home() {
    packages_at_home
    news_package 1 /run/scenario/news.deb
    dpkg --install /run/scenario/news.deb
    news_package 2 "$served/news.deb"
    in_repository 2 "$(stat --format=%s "$served/news.deb")" "$(sha256sum "$served/news.deb" | cut -c 1-64)"
    apt-get --quiet --quiet update
    : >"$requests"
}
# news_package VERSION FILE
news_package() {
    mkdir -p /run/scenario/news/DEBIAN
    printf '%s\n' 'Package: news' "Version: $1" 'Architecture: all' 'Maintainer: Test <test@example.org>' \
        'Description: a package of a scenario' >/run/scenario/news/DEBIAN/control
    dpkg-deb --build --root-owner-group -Znone /run/scenario/news "$2"
}
# news_is VERSION: of the package, this one is installed.
news_is() {
    local version
    version=$(dpkg-query --show --showformat='${Version}' news)
    [[ $version == "$1" ]] || fail "version $version is installed"
}
# runtime_at_home: the server has a runtime for flatpak, in version 1, which ada has installed. next_runtime: and then the
# next one.
runtime_at_home() {
    files_at_home
    mkdir -p /run/scenario/runtime/{files,usr}
    printf '%s\n' '[Runtime]' name=org.example.News >/run/scenario/runtime/metadata
    next_runtime 1
    his flatpak remote-add --user --no-gpg-verify home http://192.0.2.1/repo
    # (It wants 500 MB to be left free.)
    sed -i 's/^min-free-space-size=.*/min-free-space-size=1MB/' /home/ada/.local/share/flatpak/repo/config
    his flatpak install --user --noninteractive home runtime/org.example.News/x86_64/1
}
next_runtime() {
    echo "$1" >/run/scenario/runtime/usr/news
    flatpak build-export --runtime --disable-sandbox "$served/repo" /run/scenario/runtime 1
    : >"$requests"
    commit=$(<"$served/repo/refs/heads/runtime/org.example.News/x86_64/1")
}
# firmware_at_home: the server has what fwupd looks for, signed with a key that fwupd trusts.
firmware_at_home() {
    files_at_home
    (
        cd "$served"
        echo '<components origin="lvfs" version="0.9"/>' >firmware.xml
        python3 -m gzip firmware.xml
        # (The first one makes a key.)
        jcat-tool --keyring /run/scenario --appstream-id localhost self-sign /run/scenario/first.jcat firmware.xml.gz
        jcat-tool --appstream-id localhost --kind sha256 self-sign firmware.xml.gz.jcat firmware.xml.gz
        jcat-tool --appstream-id localhost sign firmware.xml.gz.jcat firmware.xml.gz /run/scenario/pki/{client.pem,secret.key}
    )
    mkdir -p /etc/pki/fwupd-metadata
    cp /run/scenario/pki/client.pem /etc/pki/fwupd-metadata/scenario.pem
    printf '%s\n' '[fwupd Remote]' Enabled=true Title=Home MetadataURI=http://192.0.2.1/firmware.xml.gz \
        >/etc/fwupd/remotes.d/home.conf
    rm -f /etc/fwupd/remotes.d/lvfs*
}
asked_once() {
    local name
    for name; do
        [[ $(grep -c "^begin .*/$name$" "$requests") == 1 ]] || fail "not once: $name; requested:" "$(<"$requests")"
    done
}
asked_for_nothing() { [[ ! -s $requests ]] || fail 'requested:' "$(<"$requests")"; }
# is_busy SERVICE: says so while it runs.
is_busy() {
    [[ $(property "$1" ActiveState) == @(inactive|failed) ]] || { echo "  $1 has not ended:"; systemctl status "$1" || true; }
}
