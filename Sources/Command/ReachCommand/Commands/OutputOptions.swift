// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// The options of the commands that show a path.
struct OutputOptions: ParsableArguments {
    @Flag(
        help: """
            Check whether the internet answers over the path: by one HTTP request to the address in the \
            configuration or, if there is none, by NetworkManager. If NetworkManager does not check, the request is \
            sent to the address in its configuration files. Before the request, the API of a captive portal \
            is queried, if the network announces it. The check takes 10 s at most. A metered path is not checked, \
            unless the configuration says "onMetered".
            """)
    var validated = false

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var file = ConfigurationFile.standard

    @Flag(name: [.short, .long], help: "Print JSON, one object per line.")
    var json = false

    @Flag(name: [.short, .long], help: "Show all interfaces.")
    var all = false

    @Option(help: ColorMode.help) var color = ColorMode.auto

    /// The style of the text, from the option and the environment.
    var style: TextStyle { color.style }

    /// Checks the path once, and returns it with the result; `nil` without `--validated`.
    func validatedPath(_ configuration: Configuration) throws -> ValidatedPath? {
        guard validated else { return nil }
        return try ValidatedPath.current(
            configuration.question, configuration, file, notifies: false)
    }
}

/// The value of the option `--color`: when to color text.
package enum ColorMode: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// The help of the option.
    package static let help = ArgumentHelp(
        "Color the text. auto colors it on a terminal, unless NO_COLOR is set or TERM is dumb.",
        valueName: "when")

    package static let allValueStrings = ["auto", "always", "never"]

    /// The style of the text, from the option and the environment.
    package var style: TextStyle {
        switch self {
        case .always: .colored
        case .never: .plain
        // https://no-color.org: counts if it is set and not empty.
        case .auto:
            (ProcessEnvironment.value(of: "NO_COLOR") ?? "").isEmpty
                && StandardStream.output.interpretsEscapes ? .colored : .plain
        }
    }
}

extension NetworkPath {
    /// Returns the interfaces to show: all that the user named; if none are named, all or those of interest.
    ///
    /// - Throws: ``Failure`` with exit code 64 if a named interface does not exist, and with 69 if that is unknown.
    func interfaces(named names: [String], orAll showsAll: Bool) throws -> [NetworkInterface] {
        if names.isEmpty { return showsAll ? interfaces : interfacesOfInterest }
        if let kernelRefusal {
            throw Failure("cannot read the interfaces: \(kernelRefusal.escaped)", exitCode: 69)
        }
        let interfaces = interfaces
        let indexes = try names.map { name in
            guard
                let interface = interfaces.first(where: { $0.name.isSameText(as: name) })
                    ?? interfaces.first(where: {
                        $0.alternativeNames.contains { $0.isSameText(as: name) }
                    })
            else {
                let known = interfaces.sorted { $0.index < $1.index }.map(\.name.escaped)
                throw Failure.usage(
                    "no such interface: '\(name.escaped)'; the interfaces are: "
                        + known.joined(separator: ", "))
            }
            return interface.index
        }
        return interfaces.filter { indexes.contains($0.index) }
    }
}
