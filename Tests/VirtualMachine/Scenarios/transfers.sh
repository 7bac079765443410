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

scenario 'transfers: a discretionary download stops when the route leads to the modem, while Wi-Fi stays'
    wifi_or_modem; performed; fetch map --discretionary
    comes_to 500000
    # Without more ado the connection would go on by the modem.
    ip route del default dev wlan1
    waits_for metered
    is_still $IFACE; at=$(checkpoint)
    ip route add default via 10.20.0.1 dev wlan1 metric 400
    receives; hurry; is_done; was_still $IFACE
    requested - $at; ((at >= 500000)) || fail "the checkpoint was at $at"

scenario 'transfers: an unmetered download goes from Wi-Fi to the modem and back several times'
    wifi_or_modem; performed; fetch map --unmetered
    for turn in 1 2 3; do
        receives
        ip route del default dev wlan1; waits_for metered
        carried_nothing $IFACE
        ip route add default via 10.20.0.1 dev wlan1 metric 400
    done
    receives; hurry; is_done; carried_nothing $IFACE
    [[ $(grep -c '^begin [1-9]' "$requests") == 3 ]] || fail 'it did not go on three times:' "$(<"$requests")"

scenario 'transfers: an unmetered download begins on the modem: not at all'
    wifi_or_modem; performed; ip route del default dev wlan1; expect connection=wwan
    fetch map --unmetered; waits_for metered
    is_still $IFACE; [[ ! -s $requests ]] || grep -q small "$requests" && requested
    ip route add default via 10.20.0.1 dev wlan1 metric 400
    hurry; is_done; was_still $IFACE; requested -

scenario 'transfers: a download without conditions goes on by the modem'
    wifi_or_modem; performed; fetch map
    comes_to 500000
    switch_off wlan0
    # What the other scenarios do not see is seen here.
    carries $IFACE 100000
    hurry; is_done
    rest=$((4194304 - $(sed -n 's/^begin \([1-9].*\) .*/\1/p' "$requests")))
    ((rest <= 4194304 - 500000)) || fail "it began again, with $rest bytes"
    (($(count $IFACE) >= rest)) || fail "the modem carried $(count $IFACE) bytes of $rest"
