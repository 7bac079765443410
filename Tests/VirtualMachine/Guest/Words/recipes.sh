# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The recipes for the shell, as they stand in Examples/recipes.

# block KIND NAME [FILE]: the block of code after the comment `<!-- KIND: NAME -->`.
block() {
    awk -v mark="<!-- $1: $2 -->" '
        $0 == mark { state = 1; next }
        /^```/ { if (state == 2) exit; if (state == 1) { state = 2; next } }
        state == 2' "${3-$folder/recipes.md}"
}

# recipe NAME: runs the command of a recipe in the background. What it says is in /run/scenario/errors.
recipe() {
    block recipe "$1" >/run/scenario/recipe
    bash /run/scenario/recipe 2>/run/scenario/errors &
}

# program NAME: a program that runs until it is stopped, and notes both in /run/scenario/ran.
program() {
    mkdir -p /run/scenario/bin
    printf '%s\n' '#!/bin/bash' "echo \"$1 \$*\" >>/run/scenario/ran" \
        'trap "echo stopped >>/run/scenario/ran; exit" TERM' 'while :; do sleep 0.1; done' >"/run/scenario/bin/$1"
    chmod +x "/run/scenario/bin/$1"
    export PATH=/run/scenario/bin:$PATH
}
ran() { grep -q "^$1" /run/scenario/ran; }
