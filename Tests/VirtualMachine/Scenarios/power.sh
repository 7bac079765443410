# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Work that waits for mains power, with the kernel's battery and adapter for tests (test_power).

scenario 'power: a battery that the kernel shows counts without a network'
    test_battery
    battery discharging 50; adapter off
    fails 'the machine runs on battery' --on-power
    reach check --battery-above 49 >/dev/null || fail 'the battery is above 49'
    fails 'the battery is at 50 %, not above 50 %' --battery-above 50
    fails 'offline' --online --battery-above 49
    battery charging 100; adapter on
    reach check --on-power --battery-above 99 >/dev/null || fail 'it charges'

scenario 'power: without UPower, a wait looks again within a minute'
    test_battery
    battery discharging 50; adapter off
    begin reach wait --on-power --timeout 2m 2>/run/scenario/waiting
    await grep -q 'the machine runs on battery' /run/scenario/waiting; goes_on
    battery charging 50; adapter on
    wait "$begun" || fail 'it did not look again'

scenario 'power: a command is suspended by the signal of UPower when the machine is unplugged'
    test_battery; battery charging 50; adapter on
    upower_daemon
    : >/run/scenario/starts
    # shellcheck disable=SC2016
    begin reach run --on-power --on-loss suspend --loss-grace 0 -- \
        sh -c 'echo $$ >>/run/scenario/starts; exec sleep 600'
    await started 1
    battery discharging 50; adapter off
    await is_suspended
    battery charging 50; adapter on
    await is_at_work
