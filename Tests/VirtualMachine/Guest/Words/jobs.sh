# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Commands that wait, and outlive the boot: `reach defer`, by ada in a machine that boots systemd.

# defer [OPTION…] -- COMMAND…: adds a job; `transfer` is its id. by_recipe NAME [FILE]: the same as the recipes have it.
defer() { transfer=$(by ada reach defer "$@"); }
by_recipe() {
    block recipe "$@" >/run/scenario/recipe
    transfer=$(by ada env PATH="/home/ada/bin:$PATH" "${adder[@]}" sh /run/scenario/recipe)
}
# What else is in the environment of ada when a recipe is followed.
adder=()

# ada_is_there: with a service manager, and without the runs of earlier jobs. no_log_in: nor has there been one.
ada_is_there() { whose=ada; becomes active user@1000.service; rm -f "$noted"; }
no_log_in() {
    local sessions
    sessions=$(loginctl show-user ada --property=Sessions --value)
    [[ ! $sessions ]] || fail "ada has logged in: $sessions"
}
# Jobs note their runs here. has_noted LINE…, noted LINE…: these are all of them; now, or at last.
noted=/home/ada/noted
has_noted() { [[ $(cat "$noted" 2>/dev/null) == "$(printf '%s\n' "$@")" ]]; }
notes() {
    has_noted "$@" || await has_noted "$@" || fail "noted:" "$(cat "$noted" 2>/dev/null)"
}
# his_program NAME COMMAND…: a program of ada that notes its arguments, and then does this.
his_program() {
    mkdir -p /home/ada/bin
    printf '%s\n' '#!/bin/sh' "echo \"$1 \$*\" >>$noted" "${@:2}" >"/home/ada/bin/$1"
    chmod 755 "/home/ada/bin/$1"
    chown -R ada:ada /home/ada/bin
}
# waits_for_next_period: it has been done in this one.
waits_for_next_period() { await is_done_in_period; }
is_done_in_period() {
    [[ $(shown '"\(.state) \(.reasons[0]) \(.nextAt != null) \(.error)"') == 'waiting notBefore true null' ]]
}

# next_boot_in SECONDS: the machine's clock goes on as if it had been off for so long.
next_boot_in() {
    python3 -I -S - "$1" <<'END'
import fcntl, struct, sys, time
then = time.gmtime(time.time() + int(sys.argv[1]))
date = then.tm_sec, then.tm_min, then.tm_hour, then.tm_mday, then.tm_mon - 1, then.tm_year - 1900, 0, 0, 0
RTC_SET_TIME = 0x4024700A
with open("/dev/rtc0") as clock:
    fcntl.ioctl(clock, RTC_SET_TIME, struct.pack("9i", *date))
END
}
