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
            Shows the interfaces of the path, hardware, those that are up with a usable address, and \
            while offline all that are up. Exits with 0 whenever the path could be determined, online or not.
            """
    )

    @Argument(help: "Show these interfaces only, and first.")
    var interface: [String] = []

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        let selection = InterfaceSelection(names: interface, showsAll: output.all)
        if output.json {
            try StatusJSON(configuration: configuration.file, selection: selection).write()
        }
        let path = try NetworkPath.currentWithCosts(configuration.file.read().question)
        let shown = try selection.interfaces(of: path)
        let text = StatusText(
            path: path, interfaces: shown, style: output.style, areNamed: !interface.isEmpty,
            columns: StandardStream.output.columns,
            signals: Dictionary(
                uniqueKeysWithValues: shown.compactMap { interface in
                    interface.signalStrength().map { (interface.index, $0) }
                }))
        try StandardStream.output.write(text.text)
    }
}

/// `reach status --json`.
struct StatusJSON {
    var configuration = ConfigurationFile(named: nil)
    var selection = InterfaceSelection()

    /// Looks, writes the line, and ends the process.
    func write() throws -> Never {
        let path = try NetworkPath.currentWithCosts(configuration.read().question)
        var json = JSONWriter()
        try json.object { json in
            json.writeStamp()
            try json.writeMembers(of: path) { json in
                try json.array { json in
                    try selection.forEach(of: path) { interface in
                        json.write(interface)
                        try json.writeBlock(to: .output)
                    }
                }
            }
        }
        try json.writeLine(to: .output)
        // All memory goes with the process. To give back what was seen of each interface first takes a
        // twelfth of the time, where they are thousands.
        withExtendedLifetime(path) { Reach.exit() }
    }
}

extension StatusJSON {
    /// Reads the plain form that programs call, again and again: `status`, `--json` and perhaps `--all`.
    /// The parser takes four fifths of the time that this takes with it: it finds out about the options
    /// of all commands by reflection.
    ///
    /// - Returns: `nil` for every other form, which is the parser's.
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == "status" else { return nil }
        switch Array(arguments.dropFirst()) {
        case ["--json"]: self.init()
        case ["--json", "--all"], ["--all", "--json"]:
            self.init(selection: InterfaceSelection(showsAll: true))
        default: return nil
        }
    }
}
