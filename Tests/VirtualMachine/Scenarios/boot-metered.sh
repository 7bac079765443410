# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# A machine that boots with a network which costs, with reach's services enabled.

boot systemd
    installed
    configured "$costs"
    follows frugal $unmetered
    systemctl enable $both
    network

scenario 'systemd: a boot on a metered network ends, with the services up and one target'
    booted; has_no_jobs
    are active multi-user.target $both
    becomes active $online; are inactive $unmetered frugal

scenario 'systemd: reach-unmetered.target, and what is bound to it, follow the configuration'
    booted; network; becomes active $online
    await looks_for_begin reach-unmetered.service
    are inactive $unmetered frugal
    configured '{}'
    becomes active $unmetered frugal
    configured "$costs"
    becomes inactive $unmetered frugal
    are active $online $both

scenario 'systemd: other conditions can be asked for'
    unit reach-online.service.d/conditions.conf '[Service]' 'Environment="CONDITIONS=--online --not-type ethernet"'
    systemctl daemon-reload; booted; network; becomes active $online
    systemctl restart reach-online.service
    becomes inactive $online
    rm -r /etc/systemd/system/reach-online.service.d
    systemctl daemon-reload; systemctl restart reach-online.service
    becomes active $online

scenario 'systemd: a mistake in the conditions fails the service for good, one in the configuration does not'
    unit reach-online.service.d/conditions.conf '[Service]' 'Environment="CONDITIONS=--no-such-condition"'
    systemctl daemon-reload; booted
    systemctl restart reach-online.service
    becomes failed reach-online.service
    [[ $(property reach-online.service ExecMainStatus) == 64 ]] || fail "it ended otherwise"
    [[ $(property reach-online.service NRestarts) == 0 ]] || fail 'it was tried again'
    rm -r /etc/systemd/system/reach-online.service.d
    systemctl daemon-reload
    configured 'no JSON'
    systemctl restart reach-online.service
    await was_tried_again reach-online.service
    configured "$costs"
    becomes active reach-online.service; network; becomes active $online
    booted
