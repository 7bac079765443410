# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# A machine that boots without a network, with reach's services enabled.

boot systemd
    installed
    follows follower $online
    # Takes its time to end.
    follows slow $online 'ExecStop=/usr/bin/sleep 3'
    systemctl enable $both

scenario 'systemd: a boot without a network ends, with the services up and the targets not'
    booted; has_no_jobs
    are active multi-user.target $both
    are inactive $online $unmetered follower

scenario 'systemd: the targets, and what is bound to them, follow the path'
    booted; network
    becomes active $online $unmetered follower
    unplug lan0
    becomes inactive $online $unmetered follower
    plug lan0
    becomes active $online $unmetered follower
    no_network
    becomes inactive $online $unmetered follower
    are active $both

scenario 'systemd: without a network, starting what follows a target fails, and starts nothing'
    booted; are inactive $online follower slow
    refused systemctl start follower; are inactive $online follower slow
    refused systemctl restart follower; are inactive $online follower slow
    network; becomes active $online follower slow
    remember follower slow
    systemctl restart follower; is_as_remembered slow; are active $online follower
    ! is_same follower || fail 'it was not started again'
    no_network; becomes inactive $online follower slow
    refused systemctl restart follower; are inactive $online follower slow
    booted

scenario 'systemd: what takes long to stop is not started again without a network'
    booted; network; becomes active $online slow; await has_no_jobs
    listen_to_journal
    no_network; becomes deactivating slow
    await has_no_jobs
    are inactive $online slow; are active $both
    journal_has 'Stopped slow.service'; journal_lacks --unit=slow.service --grep='^Started'

scenario 'systemd: ExecCondition skips a unit while offline or metered, and a mistake in it fails the unit'
    unit timely.service '[Service]' Type=oneshot 'ExecStart=/usr/bin/touch /run/scenario/ran' \
        'ExecCondition=/usr/bin/reach check --unmetered --quiet --exec-condition'
    unit mistaken.service '[Service]' Type=oneshot ExecStart=/usr/bin/true \
        'ExecCondition=/usr/bin/reach check --no-such-condition --exec-condition'
    systemctl daemon-reload; booted; listen_to_journal
    systemctl start timely
    [[ ! -e /run/scenario/ran ]] || fail 'it ran without a network'
    journal_has "timely.service: Skipped due to 'exec-condition'"
    network; configured "$costs"; listen_to_journal
    systemctl start timely
    [[ ! -e /run/scenario/ran ]] || fail 'it ran on a metered network'
    journal_has "timely.service: Skipped due to 'exec-condition'"
    rm /etc/reach/reach.json
    systemctl start timely
    [[ -e /run/scenario/ran ]] || fail 'it did not run'
    ! systemctl start mistaken || fail 'a mistake was taken for an answer'
    are failed mistaken
    systemctl reset-failed mistaken

scenario 'systemd: when reach is killed, or the shell that runs it, the service starts again'
    booted; network; becomes active $online follower
    remember reach-online.service; kill -KILL "$(property reach-online.service MainPID)"
    await begins_anew reach-online.service; becomes active $online follower
    remember reach-online.service; kill -KILL "$(looker reach-online.service)"
    await begins_anew reach-online.service; becomes active $online follower
    no_network; becomes inactive $online follower
    remember reach-online.service; kill -KILL "$(looker reach-online.service)"
    await begins_anew reach-online.service; await looks_for_begin reach-online.service
    are inactive $online follower
    network_again; becomes active $online follower

scenario 'systemd: reloading the manager, or starting it again, disturbs nothing'
    booted; network; becomes active $online follower
    remember reach-online.service follower
    systemctl daemon-reload
    systemctl daemon-reexec
    are active $online follower; is_as_remembered reach-online.service follower
    no_network; becomes inactive $online follower
    systemctl daemon-reexec
    network_again; becomes active $online follower
    is_as_remembered reach-online.service

scenario 'systemd: a target that was stopped by hand is started when the path has gone and comes back'
    booted; network; becomes active $online follower
    systemctl stop $online
    are inactive $online follower; are active reach-online.service
    no_network; await looks_for_begin reach-online.service
    network_again; becomes active $online follower

scenario 'systemd: the services stop and restart cleanly and at once, with a network and without'
    booted
    at_once systemctl restart $both; are active $both
    at_once systemctl stop $both; are inactive $both
    at_once systemctl start $both; are active $both
    network; becomes active $online $unmetered follower
    at_once systemctl restart $both; are active $both; becomes active $online $unmetered follower
    at_once systemctl stop $both; are inactive $both; becomes inactive $online $unmetered follower
    at_once systemctl start $both; becomes active $online $unmetered follower
    booted

scenario 'systemd: the services say nothing in the journal but that the targets come and go'
    booted; becomes inactive $online $unmetered; listen_to_journal
    network; becomes active $online $unmetered follower
    no_network; becomes inactive $online $unmetered follower
    await looks_for_begin reach-online.service; await looks_for_begin reach-unmetered.service
    journal_has 'Reached target reach-online.target'; journal_has 'Stopped target reach-online.target'
    journal_lacks --grep='Got notification message from PID'
    journal_lacks --unit=reach-online.service --unit=reach-unmetered.service

scenario 'systemd: the services may do little'
    booted
    systemd-analyze security --threshold=40 $both >/run/scenario/security ||
        fail 'they may do too much:' "$(</run/scenario/security)"

scenario 'systemd: a copy of reach in a folder of any name has units of its own'
    booted
    for kind in service target; do cp "/job/odd-units/reach-online.$kind" "/etc/systemd/system/odd.$kind"; done
    odd=$(</job/odd-folder); mkdir -p "$odd/bin"; cp /usr/bin/reach "$odd/bin/"
    systemctl daemon-reload; systemctl start odd.service
    network; becomes active odd.target
    [[ $(readlink "/proc/$(looker odd.service)/exe") == "$odd/bin/reach" ]] || fail 'another command runs'
    systemctl stop odd.service; becomes inactive odd.target

scenario 'systemd: the metrics follow the path while their service runs, and go with it'
    metrics=/var/lib/prometheus/node-exporter
    booted; network
    # Without the collector's folder, it is made, so that a collector that comes later can read it.
    [[ ! -e $metrics ]] || fail "$metrics is there"
    systemctl start reach-export; becomes active reach-export
    await grep -qx 'reach_path_satisfied 1' "$metrics/reach.prom"
    [[ $(stat -c %a "$metrics") == 755 ]] || fail "others cannot read $metrics: $(stat -c %a "$metrics")"
    no_network; await grep -qx 'reach_path_satisfied 0' "$metrics/reach.prom"
    systemctl stop reach-export
    [[ ! -e $metrics/reach.prom ]] || fail 'the file of a service that was stopped stays'
    rm -r "${metrics%/*}"; booted

scenario 'systemd: reach-record.service records the path and the traffic, and the history knows an outage from it'
    record=/var/lib/reach/record
    recorded() { jq -es "$1" "$record"/*.jsonl; }
    # The path leads over a veth, which is not counted, as the bytes go on over another interface. The card is.
    booted; network
    needs e1000; await link_is_there eth0
    ip link set eth0 up; await has_carrier eth0; addressed eth0 198.51.100.7/24
    systemctl start reach-record; becomes active reach-record
    await recorded '.[0].event == "start" and .[0].path.primary == "lan0" and [.[0].traffic[].interface] == ["eth0"]'
    before=$(</sys/class/net/eth0/statistics/tx_bytes)
    ! ping -c 1 -W 1 198.51.100.1 || fail 'a router that is not there answered'
    sent=$(($(</sys/class/net/eth0/statistics/tx_bytes) - before)); ((sent > 0)) || fail 'nothing was sent'
    [[ $(stat -c %a "$record" "$record"/*.jsonl) == $'750\n640' ]] || fail 'others can read the record'
    no_network; await recorded '.[-1].event == "path" and .[-1].path.status == "unsatisfied"'
    network_again; await recorded '.[-1].path.status == "satisfied"'
    reach history --since 1h --json >/run/scenario/history.json
    jq -e '.outages[-1] | .isStartKnown and .isEndKnown' /run/scenario/history.json ||
        fail 'the outage is not in the history:' "$(</run/scenario/history.json)"
    # Of the time before the service nothing is known; it runs, so all is known up to now.
    jq -e '.unknown > 0 and .spans[-1].connection == "ethernet"' /run/scenario/history.json ||
        fail 'the ends of the history are wrong:' "$(</run/scenario/history.json)"
    [[ $(reach history --since 1h --svg /run/scenario/history.svg) == *Offline* ]] || fail 'the text tells no outage'
    grep -q 'class="offline"' /run/scenario/history.svg || fail 'the picture shows no outage'
    at_once systemctl stop reach-record
    [[ $(property reach-record.service Result) == success ]] || fail "$(property reach-record.service Result)"
    recorded '.[-1].event == "stop" and .[-2].event == "traffic"' || fail 'the last lines are missing'
    recorded "[.[].traffic[]?.sent] | add >= $sent" || fail 'the traffic is missing'
    # Stopped: the history is known up to then, and no longer.
    reach history --since 1h --json | jq -e '.spans[-1].status == null and .spans[-2].connection == "ethernet"' ||
        fail 'the end of the recorder is not in the history'

# The last one, for afterwards there is no package.
scenario 'systemd: the package restarts its services when it is installed again, and ends them when it goes'
    booted; network; becomes active $online $unmetered follower
    remember $both
    installed
    await begins_anew reach-online.service; await begins_anew reach-unmetered.service
    becomes active $online $unmetered follower
    dpkg --purge reach-drop-ins reach-transfer reach
    becomes inactive $both $online $unmetered follower
    booted
