# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# A battery and an adapter of the kernel, and UPower.

parameters=/sys/module/test_power/parameters

# test_battery: a battery and an adapter, whose states the scenario says.
test_battery() {
    needs test_power
    await test -e /sys/class/power_supply/test_battery/status
}
# battery STATUS PERCENT: charging, discharging, not-charging, full. Each change is an event of the kernel.
battery() {
    echo "$1" >"$parameters/battery_status"
    echo "$2" >"$parameters/battery_capacity"
}
# adapter on|off
adapter() { echo "$1" >"$parameters/ac_online"; }

# upower_daemon: with the bus, and the events of devices that it follows.
upower_daemon() {
    [[ -S /run/dbus/system_bus_socket ]] || bus
    pgrep -x systemd-udevd >/dev/null || /usr/lib/systemd/systemd-udevd --daemon
    /usr/libexec/upowerd >>/run/scenario/upower 2>&1 &
    await dbus-send --system --print-reply --dest=org.freedesktop.UPower /org/freedesktop/UPower \
        org.freedesktop.UPower.EnumerateDevices
} >>/run/scenario/upower

# fails TEXT OPTION…: `reach check` says no, with this text.
fails() {
    local said
    ! said=$(reach check "${@:2}") || fail "expected no: $1"
    [[ $said == "no: "*"$1"* ]] || fail "expected '$1', got '$said'"
}
