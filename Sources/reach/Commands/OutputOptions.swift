// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// What the commands that show a path have in common.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object a line.")
    var json = false

    @Flag(help: "Show every interface.")
    var all = false

    @Option(
        help: """
            Color the text: always, never, or auto, which is on a terminal unless NO_COLOR is set or TERM \
            is dumb.
            """)
    var color: ColorMode = .auto

    /// When text is colored.
    enum ColorMode: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never

        static let allValueStrings = ["auto", "always", "never"]
    }

    /// How text is dressed.
    var style: TextStyle {
        switch color {
        case .always: .colored
        case .never: .plain
        case .auto:
            // https://no-color.org: set, and not empty
            (ProcessEnvironment.value(of: "NO_COLOR") ?? "").isEmpty
                && StandardStream.output.takesEscapes ? .colored : .plain
        }
    }
}
