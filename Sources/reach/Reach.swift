// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct Reach: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Tells whether this machine is online, over what, and whether it costs money.",
        discussion: """
            Asks the kernel for its routes and sends no packet: online means that there is a live \
            route to the internet, not that the internet answers.

            Exit codes: 0 yes or done; 1 no; 64 wrong usage; 69 the kernel's netlink cannot be \
            used; 70 a bug.
            """,
        version: version,
        subcommands: [Status.self, Explain.self]
    )
}
