# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Work that waits until the network is there, and costs nothing.

scenario 'deferral: a download stands still while its access point says that it costs'
    radios 3; access_point wlan0; station wlan2; access_point wlan1 "$says_it_costs"; file_server
    download --unmetered --on-loss suspend
    grows
    roam wlan2 wlan1
    await is_suspended
    # The connection is as good as before.
    stands_still; goes_on
    roam wlan2 wlan0
    await is_at_work; grows
    hurry; ends_with 0; is_intact; started 1

scenario 'deferral: a download stands still while the path is by the modem'
    wifi_beside_modem; file_server
    download --unmetered --on-loss suspend
    grows
    ip route del default dev wlan1
    await is_suspended
    expect connection=wwan metered=guessYes/interfaceType
    stands_still; goes_on
    ip route add default via 10.20.0.1 dev wlan1 metric 400
    await is_at_work; grows
    hurry; ends_with 0; is_intact; started 1

scenario 'deferral: a download survives the loss of Wi-Fi'
    wifi_beside_modem; file_server
    download --unmetered --on-loss suspend
    grows
    switch_off wlan0
    await is_suspended
    expect connection=wwan; goes_on
    switch_on wlan0
    await is_at_work; grows
    hurry; ends_with 0; is_intact; started 1

scenario 'deferral: a download is stopped where it costs, and begins again where it left off'
    wifi_beside_modem; file_server
    download --unmetered --on-loss stop
    grows
    ip route del default dev wlan1
    await has_ended_for_good
    stands_still; goes_on; started 1
    ip route add default via 10.20.0.1 dev wlan1 metric 400
    await started 2; grows
    hurry; ends_with 0; is_intact; started 2

scenario 'deferral: what has begun may finish where it costs'
    wifi_beside_modem; file_server
    download --unmetered
    grows
    ip route del default dev wlan1
    expect connection=wwan; is_at_work; grows
    hurry; ends_with 0; is_intact; started 1

scenario 'deferral: waits on the modem until Wi-Fi is back'
    wifi_beside_modem; file_server; switch_off wlan0
    expect connection=wwan metered=guessYes/interfaceType
    begin reach wait --unmetered; waiting=$begun
    download --unmetered
    begin reach wait --unmetered --timeout 1s; ends_with 1
    # That took longer than the others need to find out that they shall wait; they do.
    kill -0 $waiting; started 0
    switch_on wlan0
    begun=$waiting; ends_with 0
    expect connection=wifi
    await started 1; hurry; await is_all_there; is_intact

scenario 'deferral: the deadline passes on the modem'
    wifi_beside_modem; ip route del default dev wlan1; expect connection=wwan
    begin reach run --unmetered --deadline 2s -- touch /run/scenario/ran
    ends_with 124; [[ ! -e /run/scenario/ran ]] || fail 'it ran all the same'
    begin reach run --unmetered --deadline 2s --on-deadline run -- sh -c 'touch /run/scenario/ran; exit 7'
    ends_with 7; [[ -e /run/scenario/ran ]] || fail 'it did not run'
    # One that is not yet due: what it waits for comes before.
    begin reach run --unmetered --deadline 1h -- sh -c 'exit 5'
    goes_on
    ip route add default via 10.20.0.1 dev wlan1 metric 400
    ends_with 5

scenario 'deferral: hours begin and end when the clock is set'
    ethernet_card; expect status=satisfied
    : >/run/scenario/starts
    set_clock 12:00
    begin reach wait --between 23:00-06:00 2>/run/scenario/waiting
    await grep -q 'outside 23:00-06:00, until 23:00' /run/scenario/waiting; goes_on
    set_clock 23:00; ends_with 0
    # shellcheck disable=SC2016
    begin reach run --between 23:00-06:00 --on-loss suspend --loss-grace 1h -- \
        sh -c 'echo $$ >>/run/scenario/starts; exec sleep 600'
    await started 1
    set_clock 12:00; await is_suspended
    set_clock 05:58; await is_at_work
    sleep_and_wake core; is_at_work
    set_clock 06:00; await is_suspended
    restore_clock
