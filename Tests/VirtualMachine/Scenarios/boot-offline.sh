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
    booted
    uplink eth0 192.0.2.7/24 192.0.2.1
    becomes active $online $unmetered follower
    unplug eth0
    becomes inactive $online $unmetered follower
    plug eth0
    becomes active $online $unmetered follower
    ip route del default
    becomes inactive $online $unmetered follower
    are active $both

scenario 'systemd: what takes long to stop is not started again without a network'
    booted
    uplink eth0 192.0.2.7/24 192.0.2.1
    becomes active $online slow; await has_no_jobs
    ip route del default
    becomes deactivating slow
    await has_no_jobs
    are inactive $online slow; are active $both
    [[ $(journalctl --boot --unit=slow --output=cat | grep -c '^Started') == 1 ]] || fail 'it was started again'
