// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// `reach explain`: shows each answer with the facts that decided it.
struct Explain: Subcommand {
    static let configuration = CommandConfiguration(
        // The parser takes 0.3 ms to derive the name from the type.
        commandName: "explain",
        abstract: "Explain each answer about the network with the facts that decided it.",
        discussion: """
            The first line says whether the machine is online, over which network, and whether the network is \
            metered and why. The table then answers three questions, each with the facts that decided the answer: \
            whether there is a path, which type each interface has, and whether it is metered. If a route over a \
            dead link keeps the machine offline although another interface has a route, the table says which \
            route the kernel chooses, and why. With --validated, the table also says whether the internet answers, \
            and what the API of a captive portal says: whether the network is captive, where to log in, and how \
            long the session lasts.

            --verbose and --json show every fact that was read; in text, an arrow marks the facts that decided.

            Exit codes: 0 the answers were determined; 64 a named interface does not exist.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Ask why the machine is offline:
            reach explain
          Ask why an interface has its type, with every fact that was read:
            reach explain --verbose eth0
        """#

    @Argument(help: "Explain only these interfaces, and show them before the path.")
    var interface: [String] = []

    @Flag(
        name: [.short, .long],
        help: "Show every fact that was read. JSON always contains every fact.")
    var verbose = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var missingAnswerReason: String?
        let configured = try output.file.read()
        let validated = try output.validatedPath(configured)
        var explained = try PathExplanation.current(
            answering: configured.question, costPatience: PathTracker.costPatience
        ) { missingAnswerReason = $0.missingAnswerReason }
        if let validated { explained = validated.applied(to: explained) }
        CostNotice.notify(missingAnswerReason, of: explained.path)
        let shown = try explained.path.interfaces(named: interface, orAll: output.all)
        let indexes = Set(shown.map(\.index))
        let answers = explained.answers.filter { answer in
            answer.interface.map(indexes.contains) ?? true
        }
        if output.json {
            let line = ExplanationLine(
                path: ShownPath(explained.path, interfaces: shown), answers: answers,
                captivePortal: explained.captivePortal)
            try StandardStream.output.write(OutputLine(line).bytes)
        } else {
            // Interfaces that were named come first.
            let ofPath = answers.filter { $0.interface == nil }
            let ofInterfaces = answers.filter { $0.interface != nil }
            let isOffline = explained.path.status == .unsatisfied
            let text = ExplanationText(
                path: explained.path,
                answers: interface.isEmpty ? ofPath + ofInterfaces : ofInterfaces + ofPath,
                style: output.style,
                notShown: isOffline && interface.isEmpty
                    ? explained.path.namesNotShown(beside: shown) : nil,
                isVerbose: verbose, areNamed: !interface.isEmpty,
                columns: StandardStream.output.columns
            ).text
            try StandardStream.output.write(text)
        }
    }
}

// MARK: - JSON

/// The line of `reach explain --json`.
private struct ExplanationLine: Encodable {
    let path: ShownPath<[NetworkInterface]>
    let answers: [PathExplanation.Answer]
    let captivePortal: CaptivePortal?

    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "path": path, "explanations": answers, "captivePortal": captivePortal,
        ])
    }
}

extension PathExplanation.Answer: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "subject": subject, "question": question.rawValue, "answer": answer,
            "confidence": confidence, "evidence": evidence,
        ])
    }
}

extension PathExplanation.Evidence: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "source": source.rawValue, "fact": fact, "decided": decided,
        ])
    }
}

extension CaptivePortal: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "isCaptive": isCaptive, "userPortalURL": userPortalURL, "venueInfoURL": venueInfoURL,
            "canExtendSession": canExtendSession, "secondsRemaining": secondsRemaining,
            "bytesRemaining": bytesRemaining,
        ])
    }
}
