// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// `reach explain`: every fact read, and the rule it led to.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        // Named, for deriving the name from the type takes a third of a millisecond.
        commandName: "explain",
        abstract: "Show why: every fact that was read, and what followed from it.",
        discussion: """
            Answers three questions: is there a path, what is each interface, does it cost money. \
            Under each answer stands what was seen; an arrow marks what decided.
            """
    )

    @Argument(help: "Explain these interfaces only.")
    var interface: [String] = []

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        let explained = try PathExplanation.current(configuration.file.read().question)
        let shown = try InterfaceSelection(names: interface, showsAll: output.all)
            .interfaces(of: explained.path)
        let indexes = Set(shown.map(\.index))
        let answers = explained.answers.filter { answer in
            answer.interface.map(indexes.contains) ?? true
        }
        if output.json {
            var json = JSONWriter()
            json.object { json in
                json.writeStamp()
                json.key("path")
                json.object { $0.writeMembers(of: explained.path, interfaces: shown) }
                json.key("explanations")
                json.array(answers) { $0.write($1) }
            }
            try StandardStream.output.write(json.line)
        } else {
            let text = ExplanationText(
                path: explained.path, answers: answers, style: output.style
            ).text
            try StandardStream.output.write(text)
        }
    }
}
