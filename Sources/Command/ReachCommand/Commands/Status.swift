// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import Glibc
import LinuxSystem
import NetworkReachability

/// `reach status`: shows the current path and the interfaces.
struct Status: Subcommand {
    static let configuration = CommandConfiguration(
        // The parser takes 0.3 ms to derive the name from the type.
        commandName: "status",
        abstract: "Show the current path to the internet and the network interfaces.",
        discussion: """
            The list contains the interfaces of the path, hardware interfaces, and interfaces that are up with a \
            usable address; while offline, all interfaces that are up. LINK is the Wi-Fi network, the signal, and \
            the speed: the transmit rate of Wi-Fi, the speed of an Ethernet card.

            --brief prints one line for prompts and status bars: "offline REASON", or "[vpn] CONNECTION [SSID] \
            [metered] [CONNECTIVITY]". REASON and CONNECTION are unsatisfiedReason and connection of the JSON, such as noCarrier \
            and ethernet; vpn means that the path uses a VPN; SSID is the name of the Wi-Fi network, with control \
            characters escaped; metered means known or guessed to be metered; CONNECTIVITY is shown with --validated if the internet does \
            not answer: portal, limited or none. An SSID can contain any word, so \
            programs should read the JSON.

            Exit codes: 0 the path was determined, online or offline; 64 a named interface does not exist.

            \(HelpExamples.status)
            """
    )

    @Argument(help: "Show only these interfaces, and show them before the path.")
    var interface: [String] = []

    @Flag(
        name: [.customShort("1"), .long],
        help: "Print the path as one line, for prompts and status bars.")
    var brief = false

    @OptionGroup var validation: ValidationOptions

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        let selection = InterfaceSelection(names: interface, showsAll: output.all)
        if brief {
            if let fault = faultOfBrief { throw Failure.usage(fault) }
            try StatusBrief(
                configuration: configuration.file, isValidated: validation.validated
            ).write()
        }
        if output.json {
            try StatusJSON(
                configuration: configuration.file, selection: selection,
                isValidated: validation.validated
            ).write()
        }
        var deadRoutes: [DeadRoute] = []
        let configured = try configuration.file.read()
        // The routes are looked at after the check, which can take seconds.
        let validated =
            validation.validated
            ? try ValidatedPath.current(
                configured.question, configured, configuration.file, notifies: false) : nil
        var path = try NetworkPath.currentWithCosts(configured.question) { deadRoutes = $0 }
        if let validated { path = validated.applied(to: path) }
        let shown = try selection.interfaces(of: path)
        let text = StatusText(
            path: path, interfaces: shown, style: output.style, areNamed: !interface.isEmpty,
            columns: StandardStream.output.columns,
            qualities: Dictionary(
                uniqueKeysWithValues: shown.map { ($0.index, $0.linkQuality()) }),
            deadRoutes: deadRoutes)
        try StandardStream.output.write(text.text)
    }

    /// Why `--brief` cannot be combined with the other arguments; `nil` if it can.
    private var faultOfBrief: String? {
        if output.json { return "--brief and --json cannot be combined" }
        if !interface.isEmpty || output.all {
            return "--brief shows the path, and no interfaces"
        }
        return nil
    }
}

extension Status {
    static func perform(_ arguments: CommandLineArguments) throws {
        // What programs call often. With the parser, it takes more than twice the time of `ip -j addr`, its bound.
        if arguments.texts == ["status", "--json"] { try StatusJSON().write() }
        var command = try parsed(arguments.texts)
        try command.run()
    }
}

/// The output of `reach status --brief`.
struct StatusBrief {
    var configuration = ConfigurationFile(named: nil)
    /// Whether the path is checked.
    var isValidated = false

    /// Determines the path, writes the line, and exits.
    func write() throws -> Never {
        let path = try configuration.currentPath(isValidated: isValidated)
        try StandardStream.output.write(BriefText(path: path, isValidated: isValidated).text + "\n")
        exit(0)
    }
}

/// The output of `reach status --json`.
struct StatusJSON {
    var configuration = ConfigurationFile(named: nil)
    var selection = InterfaceSelection()
    /// Whether the path is checked.
    var isValidated = false

    /// Determines the path, writes the line, and exits.
    func write() throws -> Never {
        let path = try configuration.currentPath(isValidated: isValidated)
        let shown = try selection.interfaces(of: path).map(StatusInterface.init)
        try StandardStream.output.write(OutputLine(ShownPath(path, interfaces: shown)).bytes)
        // The end of the process frees the memory. Releasing the path first takes a twelfth of the time with thousands
        // of interfaces.
        withExtendedLifetime(path) { exit(0) }
    }
}

extension ConfigurationFile {
    /// Returns the current path, with what a check finds if there is one.
    fileprivate func currentPath(isValidated: Bool) throws -> NetworkPath {
        let configured = try read()
        return isValidated
            ? try ValidatedPath.current(configured.question, configured, self).path
            : try NetworkPath.currentWithCosts(configured.question)
    }
}
