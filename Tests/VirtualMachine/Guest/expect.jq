# SPDX-License-Identifier: Apache-2.0

# A value of a path's JSON as a word: metered with its source, an interface by its name.
def word:
    if type == "object" and has("prefixLength") then "\(.address)/\(.prefixLength)"
    elif type == "object" and has("source") then "\(.value)/\(.source)"
    elif type == "object" and has("name") then .name
    elif type == "array" then "[\(map(word) | join(","))]"
    else tostring end;

# Where a field is, by names and numbers with dots between them.
def place: split(".") | map(if test("^[0-9]+$") then tonumber else . end);

# What stands at a place, as a word.
def at($place):
    getpath($place[:-1]) as $within
    | if try ($within | has($place[-1])) catch false then $within[$place[-1]] | word else "absent" end;

# The value of a field of the path (`metered`, `metered.detail`), or of an interface (`wlan0:type`).
def field($name):
    (if $name | contains(":") then
        ($name | capture("^(?<interface>[^:]*):(?<field>.*)$")) as $at
        | [.interfaces[] | select(.name == $at.interface) | at($at.field | place)]
    else [at($name | place)] end)
    | if length == 0 then "absent" else .[0] end;

# What a path lacks of `field=value`, a line each.
def lacks($wanted):
    . as $path
    | $wanted[] | capture("^(?<field>[^=]*)=(?<value>.*)$") as {$field, $value}
    | ($path | field($field)) as $got
    | select($got != $value)
    | "  expected \($field)=\($value), got \($got)";

def holds($wanted): [lacks($wanted)] == [];
