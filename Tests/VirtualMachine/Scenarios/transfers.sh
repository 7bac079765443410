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
