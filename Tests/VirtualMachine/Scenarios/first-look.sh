# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The recording of the README's first picture (Scripts/record-terminal): a laptop moves from the Wi-Fi at home to a phone's
# hotspot and back. One terminal shows `reach watch`, the other one a backup that `reach run` suspends on the hotspot.
#
# It prints each command and each line of output as MILLISECONDS<tab>TERMINAL<tab>TEXT.

scenario 'Wi-Fi: a laptop moves to a hotspot and back, and a backup is suspended meanwhile'
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
    ssid=Home access_point wlan1
    air=phone ssid='My phone' access_point wlan2 "$says_it_costs"
    ssid=Home station wlan0; await is_settled wlan0
    settings '{"overrides": [{"ssid": "Home", "metered": "no"}]}'
    export NO_COLOR=1

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
    change_to wlan0 'My phone'
    shows suspending
    # Time for the reader of the picture.
    sleep 4
    change_to wlan0 Home
    shows 'all photos'
    wait "$run" || true
    cat /run/scenario/recording
