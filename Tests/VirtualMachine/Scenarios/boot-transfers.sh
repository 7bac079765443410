# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# A machine with a user whose service manager lingers, and reach's packages: downloads that outlive the boot.

boot systemd
    installed
    user_with_linger ada
    his_unit after.service '[Service]' Type=oneshot 'ExecStart=/bin/sh -c "echo once >>%h/told"'
    # (The scenarios have no patience for the thirty seconds of the unit.)
    his_unit reach-transfer.service.d/soon.conf '[Service]' RestartSec=1s

scenario 'transfers and systemd: the worker starts when something is added, and ends with the last'
    booted; at_home; becomes_his active reach-transfer.socket
    becomes_his inactive reach-transfer.service
    fetch first.bin
    becomes_his active reach-transfer.service
    receives; may_do_little
    hurry; is_done; requested -
    becomes_his inactive reach-transfer.service
    are_his active reach-transfer.socket
    [[ $(his_property reach-transfer.service Result) == success ]] || fail 'the worker failed'
    [[ $(stat -c '%U %a' /home/ada/first.bin) == 'ada 644' ]] || fail "$(stat -c '%U %a' /home/ada/first.bin)"
    [[ $(stat -c '%U %a' /home/ada/.local/state/reach) == 'ada 700' ]] || fail 'others may look into the queue'

scenario 'transfers and systemd: stopped during a download, the worker leaves a checkpoint, and goes on from there'
    booted; at_home; fetch second.bin
    comes_to 300000
    at_once his systemctl --user stop reach-transfer.service
    are_his inactive reach-transfer.service
    at=$(checkpoint); [[ $at == "$(received)" ]] || fail "the checkpoint is $at, and there are $(received) bytes"
    ((at >= 300000)) || fail "the checkpoint is $at"
    his systemctl --user start reach-transfer.service
    hurry; is_done; requested - $at

scenario 'transfers and systemd: a unit and a command run at the end'
    booted; at_home; listen_to_journal; hurry
    fetch third.bin --on-finish after.service --then sh -c 'echo "$REACH_TRANSFER_STATE: $REACH_TRANSFER_FILE"'
    is_done; becomes_his inactive reach-transfer.service
    journal_has 'finished: /home/ada/third.bin'
    await test -e /home/ada/told; becomes_his inactive after.service
    [[ $(</home/ada/told) == once ]] || fail "the unit ran so often: $(</home/ada/told)"
    [[ $(shown '[.events[].event | select(. == "delivered")] | length') == 1 ]] || fail 'not reported once'
    # In the journal under the name of the service.
    journalctl --quiet _SYSTEMD_USER_UNIT=reach-transfer.service --grep='finished: /home/ada/third.bin' >/dev/null
    # The transfer's life.
    await is_logged "REACH_TRANSFER=$transfer" REACH_EVENT=started
    await is_logged "REACH_TRANSFER=$transfer" REACH_EVENT=finished REACH_STATE=finished

scenario 'transfers and systemd: a worker that is killed is started again, and goes on'
    booted; at_home; fetch fourth.bin
    comes_to 300000
    kill -KILL "$(his_property reach-transfer.service MainPID)"
    await eval '(($(his_property reach-transfer.service NRestarts) > 0))'
    hurry; is_done

scenario 'transfers and systemd: the machine restarts during a download'
    booted; at_home; rm -f /home/ada/told; fetch fifth.bin --on-finish after.service
    comes_to 500000
    remember_as transfer=$transfer file=$file received=$(received)
    reboot
    booted; remembered; becomes_his active reach-transfer.service
    at=$(checkpoint); ((at >= received)) || fail "the checkpoint is $at, and there were $received bytes"
    # It waits for a network, which the machine has now.
    [[ $(received) == "$at" ]] || fail "there are $(received) bytes, and the checkpoint is $at"
    at_home_again; receives; hurry; is_done; requested - $at
    becomes_his inactive reach-transfer.service
    await test -e /home/ada/told; becomes_his inactive after.service
    [[ $(</home/ada/told) == once ]] || fail "the unit ran so often: $(</home/ada/told)"

scenario 'transfers and systemd: without linger, what waits goes on when the user logs in'
    booted; at_home
    loginctl disable-linger ada; becomes inactive user@1000.service
    fetch sixth.bin; hurry
    [[ $(checkpoint) == 0 && ! -s $requests ]] || fail 'a worker works on it'
    systemd-run --quiet --unit=session --uid=ada --property=PAMName=log-in sleep infinity
    becomes active user@1000.service
    is_done; requested -; becomes_his inactive reach-transfer.service
    systemctl stop session.service; becomes inactive user@1000.service
    loginctl enable-linger ada; becomes active user@1000.service
