// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What shells do with the scripts for completions.
@Suite struct CompletionScriptTests {
    /// Types lines into an interactive shell, presses Tab after each, and prints what the line is then.
    private static let typing = #"""
        emulate -R zsh
        zmodload zsh/zpty
        case $1 in
            bash)
                zpty shell bash --norc --noprofile -i
                zpty -w shell "stty columns 500; PS1=; source $2; show() { printf '<%s>\n' \"\$READLINE_LINE\"; READLINE_LINE= READLINE_POINT=0; }; bind -x '\"\\C-x\": show'; echo RE''ADY" ;;
            zsh)
                zpty shell zsh -f -i
                zpty -w shell "stty columns 500; PROMPT=; autoload -Uz compinit; compinit -u -D; source $2; show() { print -r -- \"<\$BUFFER>\"; BUFFER= }; zle -N show; bindkey '^X' show; unsetopt zle_bracketed_paste; print RE''ADY" ;;
        esac
        until [[ $out == *READY* ]]; do zpty -r shell chunk || exit 1; out+=$chunk; done
        while read -r typed; do
            zpty -w -n shell "$typed"$'\t\C-x'
            out=
            until [[ $out == *'<'*'>'* ]]; do zpty -r shell chunk || exit 1; out+=$chunk; done
            print -r -- "$out" | grep -ao '<[^>]*>' | tail -n 1
        done <$3
        zpty -d shell
        """#

    private static let rows: [(typed: String, completed: String)] = [
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
        ("reach upload $TEST_FOLDER/numb", "reach upload $TEST_FOLDER/numbers "),
        ("reach history --dir $TEST_FOLDER/numb", "reach history --dir $TEST_FOLDER/numbers "),
    ]

    /// What each shell makes of what is typed, and what is expected: bash, zsh, fish and the row, a tab between them.
    ///
    /// The rows share a shell of each kind, which takes much longer to start than to complete.
    private static let completed = Task {
        try await Namespace.run(
            """
            ip link add uplink-0 type bridge
            : >"$TEST_FOLDER/numbers"
            export PATH="${REACH%/*}:$PATH" HOME="$TEST_FOLDER" TERM=dumb
            for shell in bash zsh fish; do
                "$REACH" --generate-completion-script $shell >"$TEST_FOLDER/$shell"
            done
            cat >"$TEST_FOLDER/typing" <<'END'
            \(typing)
            END
            cat >"$TEST_FOLDER/typed" <<END
            \(rows.map(\.typed).joined(separator: "\n"))
            END
            cat >"$TEST_FOLDER/expected" <<END
            \(rows.map { "<\($0.completed)>" }.joined(separator: "\n"))
            END
            """,
            command: #"""
                cd "$TEST_FOLDER"
                for shell in bash zsh; do
                    zsh -f typing $shell "$TEST_FOLDER/$shell" typed >completed.$shell &
                done
                # It names the word alone.
                XDG_CONFIG_HOME=$PWD XDG_DATA_HOME=$PWD fish --no-config --command '
                    source fish
                    while read line
                        string join -- , (complete -C $line | cut -f 1)
                    end <typed' >completed.fish
                wait
                paste completed.bash completed.zsh completed.fish expected
                """#)
    }

    @Test(
        "The Tab key completes in bash, zsh and fish",
        .enabled(
            if: Machine.hasNamespaces && Machine.hasShells,
            "bash, zsh and fish are not all here, or network namespaces cannot be made"),
        arguments: rows.indices)
    func shells(row: Int) async throws {
        let outcome = try await Self.completed.value
        let lines = outcome.text.split(separator: "\n")
        try #require(lines.count == Self.rows.count, "\(outcome.text) \(outcome.errors)")
        let parts = lines[row].components(separatedBy: "\t")
        try #require(parts.count == 4, "\(outcome.text) \(outcome.errors)")
        #expect(parts[0] == parts[3])
        #expect(parts[1] == parts[3])
        #expect(parts[3].hasSuffix(" \(parts[2]) >"))
    }

    @Test("Each shell gets a script", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) async throws {
        let outcome = try await Program.run(
            ["sh", "-c", "$REACH --generate-completion-script \(shell)"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("---complete \(shell)"))
    }
}
