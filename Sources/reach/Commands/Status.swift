// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// `reach status`: the path now, and its interfaces.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        // Named, for deriving the name from the type takes a third of a millisecond.
        commandName: "status",
        abstract: "Show the path to the internet now, and its interfaces.",
        discussion: """
            Shows the interfaces of the path, hardware, and those that are up with a usable \
            address. Exits with 0 whenever the path could be determined, online or not.
            """
    )

    @Argument(help: "Show these interfaces only.")
    var interface: [String] = []

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        let path = try NetworkPath.current(configuration.file.read().question)
        let shown = try output.shown(of: path, named: interface)
        if output.json {
            var json = JSONWriter()
            json.object { json in
                json.writeStamp()
                json.writeMembers(of: path, interfaces: shown)
            }
            try StandardStream.output.write(json.line)
        } else {
            let text = StatusText(
                path: path, interfaces: shown, style: output.style,
                columns: StandardStream.output.columns,
                signals: Dictionary(
                    uniqueKeysWithValues: shown.compactMap { interface in
                        interface.signalStrength().map { (interface.index, $0) }
                    }))
            try StandardStream.output.write(text.text)
        }
    }
}
