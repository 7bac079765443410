# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What reach is expected to say. Expectations are `field=value` of the JSON: of the path (`primary=wlan0`,
# `underlay=[wlan0]`, `metered=guessYes/interfaceType`, which is the value and its source), or of an
# interface (`wlan0:type=wifi`, `wlan0:hasCarrier=true`).

# How long an answer may take to become what is expected, in seconds: the processor is emulated.
patience=15

told_why=0
fail() { printf '%s\n' "$@"; told_why=1; return 1; }
skip() { echo "$*"; exit 77; }
query() { jq -L "$folder" "include \"expect\"; $1" "${@:2}"; }

# needs MODULE…: the scenario is skipped where the kernel lacks one.
needs() {
    local module
    for module; do modprobe -q "$module" || skip "the kernel has no module $module"; done
}

# await COMMAND…: until it succeeds.
await() {
    local deadline=$((SECONDS + 30))
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || fail "never: $*"
        sleep 0.1
    done
}

# settings JSON: the configuration of reach in this scenario.
settings() {
    export XDG_CONFIG_HOME=/run/scenario/config
    mkdir -p $XDG_CONFIG_HOME/reach
    printf '%s\n' "$1" >$XDG_CONFIG_HOME/reach/reach.json
}

# until_silent COMMAND…: until it prints nothing; what it printed last is the failure.
until_silent() {
    local deadline=$((SECONDS + patience)) said
    while true; do
        said=$("$@" 2>&1) || said+="  $1 ended with $?"
        [[ $said ]] || return 0
        ((SECONDS < deadline)) || fail "$said"
        sleep 0.1
    done
}

# expect FIELD=VALUE…: what `reach status` comes to say.
expect() { until_silent status_lacks "$@"; }
status_lacks() { reach status --json --all | query 'lacks($ARGS.positional)' -r --args "$@"; }

# has_signal_and_speed INTERFACE: `reach status` has both of a Wi-Fi interface, in dBm and in bit/s, and no other interface has.
has_signal_and_speed() { until_silent quality_lacks "$1"; }
quality_lacks() {
    reach status --json | query '
        .interfaces[] | select(.name == $name) | [.signal, .linkSpeed]
        | select(all(type == "number") and .[0] < 0 and .[0] >= -100 and .[1] >= 1000000 | not)
        | "  the signal and the speed of \($name): \(.)"' -r --arg name "$1"
    reach watch --json --count 1 | query '
        .path.interfaces[] | select(has("signal") or has("linkSpeed")) | "  watch has the quality of \(.name)"' -r
}

# is INTERFACE TYPE KIND OPERATIONAL-STATE CARRIER METERED CONFIDENCE EVIDENCE: a row of what interfaces
# are. `reach status` and `reach explain` say so, and the type was decided by a fact that holds EVIDENCE.
is() {
    expect "$1:type=$2" "$1:kind=$3" "$1:operationalState=$4" "$1:hasCarrier=$5" "$1:metered=$6" \
        "$1:confidence=$7"
    until_silent explanation_lacks "$@"
}
explanation_lacks() {
    reach explain --json "$1" | query '
        $ARGS.positional as [$name, $type, $kind, $state, $carrier, $metered, $confidence, $evidence]
        | (.explanations[] | select(.subject == $name)) |=
            (if .question == "metered" then .wanted = ($metered | split("/")[0]) else .wanted = $type end)
        | [.explanations[] | select(.subject == $name and .question != "roaming")]
        | if length != 2 then "  explain: \(length) explanations of \($name)" else .[] end
        | if type == "string" then .
          elif .answer != .wanted then "  explain: expected \(.question) \(.wanted), got \(.answer)"
          elif .question == "type" and .confidence != $confidence then
            "  explain: expected confidence \($confidence), got \(.confidence)"
          elif .question == "type" and ([.evidence[] | select(.decided) | .fact | contains($evidence)] | any | not) then
            "  explain: expected that \($evidence) decides, got \([.evidence[] | select(.decided) | .fact])"
          else empty end' -r --args "$@"
}

# watch: from here on, the lines of `reach watch` are kept.
watch() {
    : >/run/scenario/watch
    reach watch --json >>/run/scenario/watch &
    last_line=-1
    printed
}

# printed FIELD=VALUE…: a later line of the watch has all of them. The next `printed` is about later lines.
printed() {
    local deadline=$((SECONDS + patience)) found said
    while true; do
        found=$(query '[.[] | select(.sequence > $last and (.path | holds($ARGS.positional)))][0].sequence // ""' \
            -rs --argjson last "$last_line" --args "$@" <"/run/scenario/watch")
        if [[ $found ]]; then last_line=$found; return; fi
        if ((SECONDS >= deadline)); then
            said=$(query '.[-1] | if .sequence <= $last then "  nothing was printed of \($ARGS.positional)" else .path | lacks($ARGS.positional) end' \
                -rs --argjson last "$last_line" --args "$@" <"/run/scenario/watch")
            fail "watch, after line $last_line:" "$said" "  the lines since then:" "$(watched)"
        fi
        sleep 0.1
    done
}
# printed_last FIELD=VALUE…: the line that was printed last holds them.
printed_last() { last_line=$((last_line - 1)); printed "$@"; }
watched() {
    query '.[] | select(.sequence > $last) | "  \(.sequence) \(.changes | join(",")): \(.path | [.status, .connection, .primary, (.underlay | word), (.metered | word), .unsatisfiedReason] | map(tostring) | join(" "))"' \
        -rs --argjson last "$last_line" <"/run/scenario/watch"
}

# prints_as_status FIELD: the line that was printed last and the status have the same there.
prints_as_status() {
    local said
    said=$(reach status --json | query '
        [input, (inputs | select(.sequence == $last) | .path)] | map(field($field))
        | select(.[0] != .[1]) | "  \($field): the status says \(.[0]), watch said \(.[1])"' \
        -rn --arg field "$1" --argjson last "$last_line" - /run/scenario/watch)
    [[ ! $said ]] || fail "$said"
}

# never_printed FIELD=VALUE…: none of the lines so far holds all of them.
never_printed() {
    local said
    said=$(query '.[] | select(.path | holds($ARGS.positional)) | "  line \(.sequence) says \($ARGS.positional)"' \
        -rs --args "$@" <"/run/scenario/watch")
    [[ ! $said ]] || fail "watch:" "$said"
}

# finish: what holds of every watch. Called when the scenario is at its end.
finish() {
    [[ ! -e /run/scenario/watch ]] || until_silent watch_lacks
}
watch_lacks() {
    reach status --json | query '
        def differing($a; $b): [$a + $b | keys[] | select($a[.] != $b[.])];
        # Only the status has the quality of links.
        (input | del(.schema, .time, .interfaces[].signal, .interfaces[].linkSpeed)) as $now
        | [inputs] as $lines
        | (range($lines | length) | select($lines[.].sequence != .) | "  line \(.) has the sequence \($lines[.].sequence)"),
          (range(1; $lines | length) | . as $n
            | differing($lines[$n - 1].path; $lines[$n].path) as $differing
            | select($differing != ($lines[$n].changes | sort))
            | "  line \($n) says that \($lines[$n].changes) changed; it differs in \($differing)"),
          (differing($lines[-1].path; $now) | select(. != [])
            | "  the last line of watch and the status after it differ in \(.): \($lines[-1].path[.[0]] | tojson), \($now[.[0]] | tojson)")' \
        -rn - /run/scenario/watch
}
