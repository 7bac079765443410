# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# A machine with a user whose service manager lingers, and reach's packages: jobs that outlive the boot, and the recipes
# that are one line with them.

boot systemd
    installed
    user_with_linger ada

scenario 'jobs: one that waits for an unmetered network waits across a restart, and runs without a login'
    booted; ada_is_there; configured "$costs"; network
    # shellcheck disable=SC2016
    defer --unmetered -- sh -c 'echo "$REACH_JOB_ATTEMPT ${REACH_JOB_INTERRUPTED-}" >>noted'
    waits_for metered
    remember_as transfer=$transfer
    reboot
    booted; remembered; becomes_his active reach-transfer.service
    waits_for offline
    network; waits_for metered
    [[ ! -e $noted ]] || fail 'it has run'
    configured '{}'
    state_becomes finished; notes '1 '; no_log_in
    becomes_his inactive reach-transfer.service

scenario 'jobs: one that runs while the machine restarts is begun again'
    booted; ada_is_there
    # shellcheck disable=SC2016
    defer -- sh -c 'echo "$REACH_JOB_ATTEMPT ${REACH_JOB_INTERRUPTED-0}" >>noted
        [ "${REACH_JOB_INTERRUPTED-}" ] || exec sleep infinity'
    notes '1 0'
    remember_as transfer=$transfer
    reboot
    booted; remembered
    state_becomes finished; notes '1 0' '2 1'; no_log_in
    [[ $(shown '[.events[].event | select(. == "finished")] | length') == 1 ]] || fail 'not reported once'

scenario 'jobs: a periodic one is done once after days in which the machine was off'
    booted; ada_is_there
    defer --every daily -- sh -c 'date +%F >>noted'
    waits_for_next_period
    first=$(date +%F)
    notes "$first"
    next_boot_in $((3 * 86400))
    remember_as transfer=$transfer first=$first
    reboot
    booted; remembered
    [[ $(date +%F) == "$(date -d "$first + 3 days" +%F)" ]] || fail "it is $(date)"
    notes "$first" "$(date +%F)"; waits_for_next_period
    [[ $(date -d "$(shown .nextAt)" '+%F %T') == "$(date -d tomorrow +%F) 00:00:00" ]] || fail "$(shown .nextAt)"
    # At midnight once more.
    true_time=$(($(date +%s) - 3 * 86400 - $(cut -d. -f1 /proc/uptime)))
    set_clock 23:59:59
    notes "$first" "$(date -d "$first + 3 days" +%F)" "$(date -d "$first + 4 days" +%F)"; waits_for_next_period
    no_log_in; queue cancel "$transfer"
    restore_clock

scenario 'recipes: each night, at home and on mains, restic makes a backup once'
    booted; ada_is_there; test_battery; battery discharging 50; adapter off
    systemctl start upower.service
    network
    ip -n lan address add 192.0.2.1/24 dev lan0-far; ip -n lan link set lan0-far address 02:00:00:00:00:01
    repository=/var/tmp/repository password=/var/tmp/password
    echo hidden >$password
    install --directory --owner=ada --mode=700 $repository
    adder=(RESTIC_REPOSITORY=$repository RESTIC_PASSWORD_FILE=$password)
    by ada env "${adder[@]}" restic init --quiet
    backups() { ls $repository/snapshots | wc -l; }
    lacks_backup() { [[ $(backups) != 0 ]] || echo 'there is no backup'; }
    by ada mkdir -p .config/reach
    block file reach.json | by ada tee .config/reach/reach.json
    set_clock 12:00
    by_recipe nightly; first=$transfer
    waits_for otherPlace; ping -c 1 192.0.2.1; waits_for outsideHours
    set_clock 23:59:58
    waits_for onBattery; [[ $(backups) == 0 ]] || fail 'there is a backup'
    battery charging 50; adapter on
    # (The processor is emulated, and restic slow.)
    patience=60 until_silent lacks_backup
    waits_for_next_period
    await grep -q '^snapshot .* saved' /home/ada/backup.log
    [[ $(stat -c '%U %a' /home/ada/backup.log) == 'ada 600' ]] || fail "$(ls -l /home/ada/backup.log)"
    # The same line again adds nothing.
    by_recipe nightly
    [[ $transfer == "$first" ]] || fail "$transfer is a second job"
    waits_for_next_period; [[ $(backups) == 1 ]] || fail "there are $(backups) backups"
    queue cancel "$transfer"; rm -r /home/ada/.config/reach; systemctl stop upower.service
    restore_clock

scenario 'recipes: a sync runs when the VPN to the host is up, and again after a loss'
    booted; ada_is_there; network
    his_program git "if [ -e ~/work ]; then exit 0; fi" "trap 'echo stopped >>$noted; exit 1' TERM" \
        'while :; do sleep 0.1; done'
    echo '10.9.0.1 git.corp.example' >>/etc/hosts
    by_recipe sync
    waits_for noVPN
    vpn tun0 10.8.0.2/24; ip route add 10.9.0.0/24 dev tun0
    notes 'git -C /home/ada/work fetch --all'
    ip route del 10.9.0.0/24
    notes 'git -C /home/ada/work fetch --all' stopped
    waits_for noVPN
    by ada touch work
    ip route add 10.9.0.0/24 dev tun0
    state_becomes finished
    notes 'git -C /home/ada/work fetch --all' stopped 'git -C /home/ada/work fetch --all'
    rm /home/ada/work; sed -i '/git.corp.example/d' /etc/hosts

scenario 'recipes: a push waits for a network, and is tried again until it succeeds'
    booted; ada_is_there
    his_program git '[ -e ~/works ]'
    by_recipe push
    waits_for offline
    network
    notes 'git -C /home/ada/work push'; state_becomes retrying
    by ada touch works
    # (The scenario has no patience for half a minute.)
    date --set '+40 seconds' >/dev/null
    state_becomes finished
    notes 'git -C /home/ada/work push' 'git -C /home/ada/work push'
    rm /home/ada/works
