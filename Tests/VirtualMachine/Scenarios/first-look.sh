# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The recording of the README's first picture (Scripts/record-terminal): a laptop moves from the Wi-Fi at home to a phone's
# hotspot and back. One terminal shows `reach watch`, the other one a backup that `reach run` suspends on the hotspot.
#
# It prints each command and each line of output as MILLISECONDS<tab>TERMINAL<tab>TEXT.

scenario 'Wi-Fi: a laptop moves to a hotspot and back, and a backup is suspended meanwhile'
    wpa_profile() {
        printf '%s\n' ctrl_interface=/run/wpa_supplicant \
            'network={' 'ssid="Home"' 'psk="password123"' 'scan_freq=2412' '}' \
            'network={' 'ssid="My phone"' 'psk="password123"' 'scan_freq=2412' 'disabled=1' '}'
    }
    # moves NETWORK NAME: of wpa_supplicant's list.
    moves() {
        wpa_cli -i wlan0 select_network "$1" >/dev/null
        await is_in "$2"
        await state_is wlan0 up
    }
    is_in() { iw dev wlan0 link | grep -qF "SSID: $1"; }
    began=$(date +%s%3N)
    # records TERMINAL COMMAND…: runs the command, and records it with the lines that it prints.
    records() {
        local line
        { echo "\$ ${*:2}"; stdbuf -oL "${@:2}" 2>&1; } | while IFS= read -r line; do
            printf '%s\t%s\t%s\n' "$(($(date +%s%3N) - began))" "$1" "$line" >>/run/scenario/recording
        done
    }
    shows() { await grep -qF "$1" /run/scenario/recording; }

    radios 3
    # The station is wlan0, as on a laptop.
    air=home access_point wlan1 ssid=Home
    air=phone access_point wlan2 ssid='My phone' "$says_it_costs"
    wpa_profile >/run/scenario/wpa
    wpa_supplicant -B -D nl80211 -i wlan0 -c /run/scenario/wpa -P /run/scenario/wpa.pid >/dev/null
    await is_in Home; await state_is wlan0 up
    addressed wlan0 10.20.0.7/24 10.20.0.1 600
    await is_settled wlan0
    export XDG_CONFIG_HOME=/run/scenario/config NO_COLOR=1
    mkdir -p "$XDG_CONFIG_HOME/reach"
    echo '{"overrides": [{"ssid": "Home", "metered": "no"}]}' >"$XDG_CONFIG_HOME/reach/reach.json"

    cat >/run/scenario/backup <<'END'
#!/bin/sh
for photo in $(seq 1 8); do
    echo "photo $photo of 8"
    sleep 1.2
done
echo 'all photos are at home'
END
    chmod +x /run/scenario/backup
    cd /run/scenario
    # A move is one line, and not those of the link that goes and comes.
    records 1 reach watch --settle 500ms &
    shows 'Online via'
    records 2 reach run --unmetered --on-loss suspend -- ./backup &
    run=$!
    shows 'photo 3'
    moves 1 'My phone'
    shows suspending
    # Time for the reader of the picture.
    sleep 4
    moves 0 Home
    shows 'all photos'
    wait "$run" || true
    cat /run/scenario/recording
