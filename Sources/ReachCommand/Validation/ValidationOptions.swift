// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option `--validated` of the commands that show a path. Where it is a condition, it is one of `ConditionOptions`.
struct ValidationOptions: ParsableArguments {
    @Flag(
        help: """
            Check whether the internet answers over the path: by one HTTP request to the address of the \
            configuration, or else by NetworkManager. If the network tells of the API of a captive portal, \
            that is asked before the request.
            """)
    var validated = false
}
