// SPDX-License-Identifier: Apache-2.0

import Testing

/// What shells do with the scripts for completions.
@Suite struct CompletionScriptTests {
    /// Types into an interactive shell, presses Tab, and prints what the line is then.
    private static let typing = #"""
        emulate -R zsh
        zmodload zsh/zpty
        case $1 in
            bash)
                zpty shell bash --norc --noprofile -i
                zpty -w shell "stty columns 500; PS1=; source $2; show() { printf '<%s>\n' \"\$READLINE_LINE\"; exit; }; bind -x '\"\\C-x\": show'; echo RE''ADY" ;;
            zsh)
                zpty shell zsh -f -i
                zpty -w shell "stty columns 500; PROMPT=; autoload -Uz compinit; compinit -u -D; source $2; show() { print -r -- \"<\$BUFFER>\"; exit }; zle -N show; bindkey '^X' show; unsetopt zle_bracketed_paste; print RE''ADY" ;;
        esac
        until [[ $out == *READY* ]]; do zpty -r shell chunk || exit 1; out+=$chunk; done
        zpty -w -n shell "$3"$'\t\C-x'
        out=
        while zpty -r shell chunk; do out+=$chunk; done
        print -r -- "$out" | grep -ao '<[^>]*>' | tail -n 1
        """#

    @Test(
        "The Tab key completes in bash, zsh and fish",
        .enabled(
            if: Machine.hasNamespaces && Machine.hasShells,
            "bash, zsh and fish are not all here, or network namespaces cannot be made"),
        arguments: [
            ("reach st", "reach status "), ("reach check --typ", "reach check --type "),
            ("reach check --type wi", "reach check --type wifi "),
            ("reach check --type wifi,e", "reach check --type wifi,ethernet "),
            ("reach check --type=wi", "reach check --type=wifi "),
            ("reach check --not-type v", "reach check --not-type vpn "),
            ("reach check --interface uplink-", "reach check --interface uplink-0 "),
            ("reach status uplink-", "reach status uplink-0 "),
            ("reach explain --json uplink-", "reach explain --json uplink-0 "),
            ("reach run --type=wifi mkfif", "reach run --type=wifi mkfifo "),
            ("reach status -j uplink-", "reach status -j uplink-0 "),
            ("reach run -q mkfif", "reach run -q mkfifo "),
            ("reach watch uplink-", "reach watch uplink-0 "),
            ("reach watch -n 3 uplink-", "reach watch -n 3 uplink-0 "),
            (
                "reach watch --exec-timeout 5s --exec mkfif",
                "reach watch --exec-timeout 5s --exec mkfifo "
            ),
            (
                "reach watch --settle=1s uplink-0 --exec cat $TEST_FOLDER/numb",
                "reach watch --settle=1s uplink-0 --exec cat $TEST_FOLDER/numbers "
            ),
            (
                "reach run --ipv4 -- cat $TEST_FOLDER/numb",
                "reach run --ipv4 -- cat $TEST_FOLDER/numbers "
            ),
            (
                "reach status --config $TEST_FOLDER/numb",
                "reach status --config $TEST_FOLDER/numbers "
            ),
        ])
    func shells(typed: String, completed: String) async throws {
        let setup = """
            ip link add uplink-0 type bridge
            : >"$TEST_FOLDER/numbers"
            export PATH="${REACH%/*}:$PATH" HOME="$TEST_FOLDER" TERM=dumb
            for shell in bash zsh fish; do
                "$REACH" --generate-completion-script $shell >"$TEST_FOLDER/$shell"
            done
            cat >"$TEST_FOLDER/typing" <<'END'
            \(Self.typing)
            END
            typed="\(typed)"
            """
        let outcome = try await Namespace.run(
            setup,
            command: """
                for shell in bash zsh; do zsh -f "$TEST_FOLDER/typing" $shell "$TEST_FOLDER/$shell" "$typed"; done
                XDG_CONFIG_HOME=$TEST_FOLDER XDG_DATA_HOME=$TEST_FOLDER fish --no-config --command "source $TEST_FOLDER/fish; complete -C '$typed'" | cut -f 1
                echo "<\(completed)>"
                """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(outcome.text) \(outcome.errors)")
        #expect(lines[0] == lines[3])
        #expect(lines[1] == lines[3])
        // It names the word alone.
        #expect(lines[3].hasSuffix(" \(lines[2]) >"))
    }

    @Test("Each shell gets a script", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) async throws {
        let outcome = try await Program.run(
            ["sh", "-c", "$REACH --generate-completion-script \(shell)"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("---complete \(shell)"))
    }
}
