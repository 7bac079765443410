// SPDX-License-Identifier: Apache-2.0

import Testing

/// What the command prints of an invalid command line.
@Suite struct InvalidCommandLineTests {
    @Test(
        "Control characters in arguments are escaped",
        arguments: [
            "check $'\\e[31m'", "$'\\e[31m'", "check --$'\\e[31m'", "check --to $'\\e[31m'",
        ])
    func control(line: String) async throws {
        let outcome = try await Program.run(["bash", "-c", "$REACH \(line)"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(#"\u{1b}[31m"#))
        #expect(!outcome.errors.contains("\u{1B}"))
    }

    @Test(
        "An invalid command line is exit code 64, 125 for run, with a message on standard error",
        arguments: [
            ("check --metred", 64, "did you mean '--metered'?"),
            ("help nonsense", 64, "the commands are:"),
            ("run --timeout 5 true", 125, "--deadline limits the waiting"),
            ("doctor nas", 64, "unexpected argument 'nas'; did you mean '--to nas'?"),
            ("check --exec-condition --metred", 255, "did you mean '--metered'?"),
            ("chekc --quiet --exec-condition", 255, "did you mean 'check'?"),
            ("check --exec-condition=yes", 255, "--exec-condition takes no value"),
            ("--exec-condition check", 255, "--exec-condition"),
            ("status --exec-condition", 64, "it is an option of: check"),
            ("--generate-completion-script ksh", 64, "use one of: bash, zsh, fish"),
        ] as [(String, Int32, String)])
    func process(line: String, status: Int32, text: String) async throws {
        let outcome = try await Program.run(["sh", "-c", "$REACH \(line)"])
        #expect(outcome.status == status)
        #expect(outcome.text == "")
        #expect(outcome.errors.hasPrefix("reach: "))
        #expect(outcome.errors.contains(text))
    }
}
