// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// `reach explain`: each verdict, and what decided it.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        // Named, for deriving the name from the type takes a third of a millisecond.
        commandName: "explain",
        abstract: "Show why: each verdict, and the facts that decided it.",
        discussion: """
            Answers three questions: is there a path, what is each interface, and is it metered. With \
            --verbose and in JSON, everything that was read is shown for each answer; an arrow marks what \
            decided.
            """
    )

    @Argument(help: "Explain these interfaces only, and first.")
    var interface: [String] = []

    @Flag(help: "Show every fact that was read. JSON always has them.")
    var verbose = false

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        var unheard: String?
        let explained = try PathExplanation.current(
            configuration.file.read().question, costPatience: CostNotice.patience
        ) { unheard = $0 }
        CostNotice.tell(unheard, of: explained.path)
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
            try json.writeLine(to: .output)
        } else {
            // What was asked for by name comes first.
            let ofPath = answers.filter { $0.interface == nil }
            let ofInterfaces = answers.filter { $0.interface != nil }
            let text = ExplanationText(
                path: explained.path,
                answers: interface.isEmpty ? ofPath + ofInterfaces : ofInterfaces + ofPath,
                style: output.style, isVerbose: verbose, areNamed: !interface.isEmpty
            ).text
            try StandardStream.output.write(text)
        }
    }
}
