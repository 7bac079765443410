// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// The options of the commands that show a path.
struct OutputOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print JSON, one object per line.")
    var json = false

    @Flag(name: [.short, .long], help: "Show all interfaces.")
    var all = false

    @OptionGroup var color: ColorOptions

    /// The style of the text, from the option and the environment.
    var style: TextStyle { color.style }
}

/// The option for the color of text.
package struct ColorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Color the text. auto colors it on a terminal, unless NO_COLOR is set or TERM is dumb.
            """,
            valueName: "when"))
    var color: ColorMode = .auto

    package init() {}

    /// When to color text.
    enum ColorMode: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never

        static let allValueStrings = ["auto", "always", "never"]
    }

    /// The style of the text, from the option and the environment.
    package var style: TextStyle {
        switch color {
        case .always: .colored
        case .never: .plain
        case .auto: .automatic
        }
    }
}

extension TextStyle {
    /// The style without an option: colored on a terminal, unless the environment says otherwise.
    static var automatic: TextStyle {
        // https://no-color.org: counts if it is set and not empty.
        (ProcessEnvironment.value(of: "NO_COLOR") ?? "").isEmpty
            && StandardStream.output.interpretsEscapes ? .colored : .plain
    }
}
