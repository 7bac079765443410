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
            [at PLACE] [metered] [CONNECTIVITY]". REASON and CONNECTION are unsatisfiedReason and connection of the JSON, such as noCarrier \
            and ethernet; vpn means that the path uses a VPN; SSID is the name of the Wi-Fi network, with control \
            characters escaped; PLACE is the place of the configuration; metered means known or guessed to be metered; \
            CONNECTIVITY is portal, limited or none if NetworkManager or --validated has found that the internet does \
            not answer. An SSID can contain any word, so \
            programs should read the JSON.

            Exit codes: 0 the path was determined, online or offline; 64 a named interface does not exist.

            \(examples)
            """
    )

    static let examples = #"""
        Examples:
          Show all interfaces:
            reach status --all
          Show the role of one interface, and then the path:
            reach status wlan0
          Print the name of the interface that carries the path:
            reach status --json | jq -r '.primary // "none"'
          Check a configuration file:
            reach status --config reach.json >/dev/null
        """#

    @Argument(help: "Show only these interfaces, and show them before the path.")
    var interface: [String] = []

    @Flag(
        name: [.customShort("1"), .long],
        help: "Print the path as one line, for prompts and status bars.")
    var brief = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        if brief {
            if let briefFault { throw Failure.usage(briefFault) }
            try Self.writeBrief(output.file, isValidated: output.validated)
        }
        if output.json {
            try Self.writeJSON(
                output.file, named: interface, orAll: output.all, isValidated: output.validated)
        }
        var deadRoutes: [DeadRoute] = []
        let configured = try output.file.read()
        // The routes are queried after the check, which can take seconds.
        let validated = try output.validatedPath(configured)
        var path = try NetworkPath.currentWithCosts(configured.question) { deadRoutes = $0 }
        if let validated { path = validated.applied(to: path) }
        let shown = try path.interfaces(named: interface, orAll: output.all)
        let text = StatusText(
            path: path, interfaces: shown, style: output.style, areNamed: !interface.isEmpty,
            columns: StandardStream.output.columns,
            qualities: Dictionary(
                uniqueKeysWithValues: shown.map { ($0.index, $0.linkQuality()) }),
            deadRoutes: deadRoutes, isValidated: output.validated)
        try StandardStream.output.write(text.text)
    }

    /// The reason why `--brief` cannot be combined with the other arguments; `nil` if it can.
    private var briefFault: String? {
        if output.json { return "--brief and --json cannot be combined" }
        if !interface.isEmpty || output.all {
            return "--brief shows the path, and no interfaces"
        }
        return nil
    }
}

extension Status {
    static func perform(_ arguments: CommandLineArguments) throws {
        // These are the command lines that programs call often. With the parser, they take more than twice the time of
        // `ip -j addr`, which is their bound.
        if arguments.texts == ["status", "--json"] {
            try writeJSON(.standard)
        }
        var command = try parsed(arguments.texts)
        try command.run()
    }

    /// Determines the path, writes the line of `--brief`, and exits.
    private static func writeBrief(_ file: ConfigurationFile, isValidated: Bool) throws -> Never {
        let path = try currentPath(file, isValidated: isValidated)
        try StandardStream.output.write(BriefText(path: path).text + "\n")
        Glibc.exit(0)
    }

    /// Determines the path, writes the line of `--json`, and exits.
    private static func writeJSON(
        _ file: ConfigurationFile, named names: [String] = [], orAll showsAll: Bool = false,
        isValidated: Bool = false
    ) throws -> Never {
        let path = try currentPath(file, isValidated: isValidated)
        let shown = try path.interfaces(named: names, orAll: showsAll).map(StatusInterface.init)
        try StandardStream.output.write(OutputLine(ShownPath(path, interfaces: shown)).bytes)
        // The end of the process frees the memory. Releasing the path first takes a twelfth of the time with thousands
        // of interfaces.
        withExtendedLifetime(path) { Glibc.exit(0) }
    }

    /// Returns the current path, with the result of a check if there was one.
    private static func currentPath(
        _ file: ConfigurationFile, isValidated: Bool
    ) throws -> NetworkPath {
        let configured = try file.read()
        return isValidated
            ? try ValidatedPath.current(configured.question, configured, file).path
            : try NetworkPath.currentWithCosts(configured.question)
    }
}

/// The line of `reach status --brief`: the path in a few words, for prompts and status bars.
///
/// `offline REASON` or `[vpn] CONNECTION [SSID] [at PLACE] [metered] [CONNECTIVITY]`. The words are those of JSON. The name of
/// a Wi-Fi network can contain any word, so programs read the JSON.
struct BriefText: Sendable {
    /// The reason for an unsatisfied path; `nil` if the path is satisfied.
    var reason: NetworkPath.UnsatisfiedReason?
    var connection = NetworkPath.Connection.unavailable
    var ssid: String?
    /// The place of the configuration.
    var place: String?
    var isVPN = false
    var isExpensive = false
    /// The finding that the internet does not answer; `nil` if it answers, or there is no finding.
    var doubt: NetworkPath.Connectivity.Value?

    var text: String {
        if let reason { return "offline \(reason.rawValue)" }
        var words = [connection.rawValue]
        if isVPN { words.insert("vpn", at: 0) }
        if connection == .wifi, let ssid, !ssid.isEmpty { words.append(ssid.escaped) }
        if let place { words.append("at \(place.escaped)") }
        if isExpensive { words.append("metered") }
        if let doubt { words.append(doubt.rawValue) }
        return words.joined(separator: " ")
    }
}

extension BriefText {
    init(path: NetworkPath) {
        self.init(
            reason: path.unsatisfiedReason, connection: path.connection, ssid: path.ssid,
            place: path.place, isVPN: path.isVPN, isExpensive: path.isExpensive)
        let value = path.connectivity.value
        if value.doubt != nil { doubt = value }
    }
}

/// An interface as `reach status --json` prints it: also with the quality of its link.
private struct StatusInterface: Encodable {
    private let interface: NetworkInterface
    private let quality: LinkQuality

    private enum CodingKeys: String, CodingKey {
        case signal, linkSpeed
    }

    init(_ interface: NetworkInterface) {
        self.interface = interface
        quality = interface.linkQuality()
    }

    func encode(to encoder: any Encoder) throws {
        try interface.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(quality.signal, forKey: .signal)
        try container.encode(quality.speed, forKey: .linkSpeed)
    }
}
