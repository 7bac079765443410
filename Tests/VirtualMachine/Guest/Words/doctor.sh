# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What the doctor says.

# says SENTENCE: the beginning of the doctor's first line.
says() {
    local line
    line=$(reach doctor || true)
    [[ $line == "$1"* ]] || fail "$line"
}
