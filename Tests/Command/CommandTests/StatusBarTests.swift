// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The examples for status bars and prompts.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct StatusBarTests {
    private static let folder = Program.package
        .appending(path: "Examples/status-bars").path

    /// What a hostile network name makes `reach status --brief` print: words that shells, zsh's prompts and tmux would
    /// interpret.
    private static let hostile = #"wifi $(echo a)`echo b`%F{red}%1v\u#[fg=red]"#

    /// Runs a command with the folder of the example as `$EXAMPLES`, where the line of `reach` is `ethernet` or that of a
    /// hostile network.
    private func run(isHostile: Bool, _ command: String) async throws -> Outcome {
        try await Namespace.run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            mkdir "$TEST_FOLDER/bin"
            if \(isHostile); then
                printf '%s\\n' '#!/bin/sh' "cat '$TEST_FOLDER/hostile'" >"$TEST_FOLDER/bin/reach"
                cat >"$TEST_FOLDER/hostile" <<'END'
            \(Self.hostile)
            END
                chmod +x "$TEST_FOLDER/bin/reach"
            else
                ln -s "$REACH" "$TEST_FOLDER/bin/reach"
            fi
            export PATH="$TEST_FOLDER/bin:$PATH" EXAMPLES=\(Self.folder) HOME="$TEST_FOLDER"
            """, command: command)
    }

    @Test(
        "The prompt of bash, zsh and fish begins or ends with the line, and interprets nothing in it",
        .enabled(if: Machine.hasShells, "bash, zsh and fish are not all here"),
        arguments: [false, true])
    func prompts(isHostile: Bool) async throws {
        let line = isHostile ? Self.hostile : "ethernet"
        let outcome = try await run(
            isHostile: isHostile,
            #"""
            bash --norc -c 'PS1="> "; . "$EXAMPLES/prompt.bash"; eval "$PROMPT_COMMAND"; echo "${PS1@P}"'
            zsh -f -c '
                PROMPT="> "; . "$EXAMPLES/prompt.zsh"
                for hook in $precmd_functions; do $hook; done; print -P -- "$PROMPT"'
            XDG_CONFIG_HOME=$TEST_FOLDER XDG_DATA_HOME=$TEST_FOLDER fish --no-config -c '
                source "$EXAMPLES/prompt.fish"; fish_right_prompt'
            """#)
        #expect(outcome.text == "[\(line)] > \n[\(line)] > \n\(line)\n", "\(outcome.errors)")
    }

    @Test(
        "The prompt of bash and zsh shows the status of the last command, and other parts of it stay",
        .enabled(if: Machine.hasShells, "bash, zsh and fish are not all here"))
    func statusInPrompt() async throws {
        let outcome = try await run(
            isHostile: false,
            #"""
            lines() { printf '%s\n' "$@"; }
            lines 'PS1="\$? "' 'PROMPT_COMMAND="seen=\$?"' ". '$EXAMPLES/prompt.bash'" \
                'PS1=$PS1"\$seen> "' >"$TEST_FOLDER/rc"
            lines '(exit 3)' true 'exit 0' | bash --rcfile "$TEST_FOLDER/rc" -i 2>&1 |
                grep -o '\[ethernet\][^>]*>'
            lines 'precmd() { psvar[1]=other; }' 'PROMPT="%? %1v> "' \
                ". '$EXAMPLES/prompt.zsh'" >"$TEST_FOLDER/.zshrc"
            lines '(exit 3)' true 'exit 0' | ZDOTDIR=$TEST_FOLDER zsh -i 2>&1 |
                grep -o '\[ethernet\][^>]*>'
            """#)
        let bash = "[ethernet] 0 0>\n[ethernet] 3 3>\n[ethernet] 0 0>\n"
        let zsh = "[ethernet] 0 other>\n[ethernet] 3 other>\n[ethernet] 0 other>\n"
        #expect(outcome.text == bash + zsh, "\(outcome.errors)")
    }

    @Test(
        "The status line of tmux has the line, without what tmux would interpret",
        .enabled(if: Machine.has("tmux"), "tmux is not here"),
        arguments: [(false, "ethernet"), (true, #"%F{red}%1v\u[fg=red]"#)])
    func tmux(isHostile: Bool, text: String) async throws {
        let outcome = try await run(
            isHostile: isHostile,
            """
            export TERM=xterm LC_ALL=C.UTF-8 TMUX_TMPDIR=$TEST_FOLDER
            : >"$TEST_FOLDER/screen"
            script --quiet --flush --command "stty cols 200 rows 20
                tmux -f '$EXAMPLES/tmux.conf' new-session 'sleep 1000'" \\
                "$TEST_FOLDER/screen" </dev/null >"$TEST_FOLDER/output" 2>&1 &
            await grep -aqF '\(text)  ' "$TEST_FOLDER/screen" && echo shown
            tmux kill-server
            """)
        #expect(outcome.text == "shown\n", "\(outcome.errors)")
    }

    @Test("waybar gets a line for each change of the path")
    func waybar() async throws {
        let outcome = try await run(
            isHostile: false,
            """
            # As waybar does, the test ends the whole process group.
            setsid "$EXAMPLES/waybar-reach" >"$TEST_FOLDER/lines" & bar=$!
            trap 'kill -- -$bar; end' EXIT
            await grep -q ethernet "$TEST_FOLDER/lines"
            unplug eth0
            await grep -q offline "$TEST_FOLDER/lines"
            cat "$TEST_FOLDER/lines"
            """)
        let lines = try outcome.text.split(separator: "\n")
            .map { try JSON(Data($0.utf8)) }
        #expect(
            lines.first == [
                "text": "ethernet", "tooltip": "eth0: a virtual interface with an unknown medium",
                "class": ["ethernet"],
            ])
        #expect(
            lines.last == ["text": "offline", "tooltip": "noCarrier", "class": ["offline"]])
    }

    /// Each row: members of the path, and the text and the classes of the bar.
    @Test(
        "waybar gets the place in place of the network's name, and a login page",
        arguments: [
            (#""place":"home","connectivity":{"value":"full"}"#, "wifi home", ["wifi"]),
            (
                #""place":null,"connectivity":{"value":"portal"}"#, "wifi Cafe portal",
                ["wifi", "portal"]
            ),
            (
                #""place":"<home>","connectivity":{"value":"limited"}"#,
                "wifi &lt;home&gt; limited", ["wifi", "limited"]
            ),
            (#""place":null,"connectivity":{"value":"unknown"}"#, "wifi Cafe", ["wifi"]),
        ] as [(String, String, [String])])
    func waybarPlace(members: String, text: String, classes: [String]) async throws {
        let line = """
            {"path":{"status":"satisfied","connection":"wifi","isVPN":false,"primary":"wlan0",\
            "underlay":[],"metered":{"isExpensive":false,"detail":"wlan0"},\(members),\
            "interfaces":[{"name":"wlan0","ssid":"Cafe"}]}}
            """
        let outcome = try await run(
            isHostile: true,
            "printf '%s\\n' '\(line)' >\"$TEST_FOLDER/hostile\"; \"$EXAMPLES/waybar-reach\"")
        let json = try outcome.json
        #expect(json["text"] == .string(text), "\(outcome.errors)")
        #expect(json["class"] == .array(classes.map { .string($0) }))
    }

    @Test("waybar gets the network's name as text, not as markup")
    func waybarMarkup() async throws {
        let line = """
            {"path":{"status":"satisfied","connection":"wifi","isVPN":true,"primary":"wg0",\
            "underlay":["wlan0"],"metered":{"isExpensive":true,"detail":"wlan0: a & b"},\
            "interfaces":[{"name":"eth0","ssid":null},{"name":"wlan0","ssid":"<b>Cafe"}]}}
            """
        let outcome = try await run(
            isHostile: true,
            """
            printf '%s\\n' '\(line)' >"$TEST_FOLDER/hostile"; "$EXAMPLES/waybar-reach"
            """)
        #expect(
            try outcome.json == [
                "text": "vpn wifi &lt;b&gt;Cafe", "tooltip": "wg0: wlan0: a &amp; b",
                "class": ["wifi", "metered"],
            ])
    }
}
