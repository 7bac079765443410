// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// `reach status`: shows the current path and the interfaces.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        // The parser takes 0.3 ms to derive the name from the type.
        commandName: "status",
        abstract: "Show the current path to the internet and the network interfaces.",
        discussion: """
            The list contains the interfaces of the path, hardware interfaces, and interfaces that are up with a \
            usable address; while offline, all interfaces that are up.

            Exit codes: 0 the path was determined, online or offline; 64 a named interface does not exist.
            """
    )

    @Argument(help: "Show only these interfaces, and show them before the path.")
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

/// The output of `reach status --json`.
struct StatusJSON {
    var configuration = ConfigurationFile(named: nil)
    var selection = InterfaceSelection()

    /// Determines the path, writes the line, and exits.
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
        // The end of the process frees the memory. Releasing the path first takes a twelfth of the time with thousands
        // of interfaces.
        withExtendedLifetime(path) { Reach.exit() }
    }
}

extension StatusJSON {
    /// Parses the form that programs call often: `status --json`, with or without `--all`.
    ///
    /// The parser would take four fifths of the time of the call, because it finds the options of all commands by
    /// reflection.
    ///
    /// - Returns: `nil` for every other form.
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == "status" else { return nil }
        switch Array(arguments.dropFirst()) {
        case ["--json"], ["-j"]: self.init()
        case ["--json", "--all"], ["--all", "--json"], ["-j", "-a"], ["-a", "-j"], ["-ja"], ["-aj"]:
            self.init(selection: InterfaceSelection(showsAll: true))
        default: return nil
        }
    }
}
