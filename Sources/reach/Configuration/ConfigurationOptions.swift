// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option that names the configuration file.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "Read this configuration file, not reach/reach.json in $XDG_CONFIG_HOME or /etc.",
            valueName: "file"),
        completion: .file())
    var path: String?

    /// Where the configuration is.
    var file: ConfigurationFile { ConfigurationFile(named: path) }
}
