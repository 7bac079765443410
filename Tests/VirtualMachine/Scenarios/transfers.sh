# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Downloads that move between Wi-Fi and a modem: the bytes that go the wrong way are counted.

scenario 'transfers: an unmetered download stops when the access point goes, and no byte of it goes over the modem'
    wifi_or_modem; performed; fetch map --unmetered
    comes_to 500000
    switch_off wlan0
    waits_for metered
    expect connection=wwan metered=guessYes/interfaceType
    is_still $IFACE; at=$(checkpoint)
    switch_on wlan0
    receives; hurry; is_done; was_still $IFACE
    requested - $at; ((at >= 500000)) || fail "the checkpoint was at $at"

scenario 'transfers: a discretionary download stops each time that the route changes to a modem, while Wi-Fi stays up'
    wifi_or_modem; performed; fetch map --discretionary
    for bytes in 500000 1000000 1500000; do
        comes_to "$bytes"
        carried_nothing "$IFACE"
        gateway=$(ip -j route show default dev wlan1 | jq -r '.[0].gateway')
        ip route del default dev wlan1
        waits_for metered
        ip route add default via "$gateway" dev wlan1 metric 400
        receives
    done
    carried_nothing "$IFACE"
    hurry; is_done

scenario 'transfers: a discretionary download does not begin on a modem'
    wifi_or_modem; switch_off wlan0; performed; fetch map --discretionary
    waits_for metered
    carried_nothing "$IFACE"
    switch_on wlan0
    hurry; is_done
    carried_nothing "$IFACE"
    requested -

scenario 'transfers: a download without conditions goes on over a modem'
    wifi_or_modem; performed; fetch map
    comes_to 500000
    switch_off wlan0
    receives; hurry; is_done
    carries "$IFACE" 1000000
    requested - "$(sed -n 's,^begin \([0-9]*\) /large$,\1,p' "$requests" | head -n 1)"

scenario 'transfers: a download runs over a modem until the plan is used up, and goes on over Wi-Fi'
    wifi_or_modem
    settings '{"plans": [{"name": "LTE", "interface": "'"$IFACE"'", "limit": "1MB"}]}'
    reach record --dir /run/scenario/record >/run/scenario/recorder 2>&1 &
    await test -s /run/reach/plans.json
    switch_off wlan0
    await is_within_plan
    performed; fetch map --within-plan
    receives
    waits_for planUsedUp
    expect connection=wwan metered=yes/plan
    # The plan is looked at after 10 seconds, in which the server sends 1.6 MB.
    at=$(checkpoint); ((at >= 500000 && at < 3600000)) || fail "the checkpoint was at $at"
    reach status --json | jq -e '.plan | .name == "LTE" and .state == "over" and .used >= 1000000' >/dev/null ||
        fail 'the plan is not used up:' "$(reach status --json)"
    switch_on wlan0
    receives; hurry; is_done
    requested - "$at"
    # The record has what went over the modem, and what went over Wi-Fi has no plan.
    reach usage --dir /run/scenario/record --by plan --json >/run/scenario/usage.json
    jq -e --argjson at "$at" '(.rows[] | select(.plan == "LTE") | .received >= $at and .received < $at * 1.2) and
        .plans[0].state == "over"' /run/scenario/usage.json >/dev/null ||
        fail 'the usage is wrong:' "$(</run/scenario/usage.json)"
