// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option `--validated` of the commands that show a path. Where it is a condition, it is one of `ConditionOptions`.
struct ValidationOptions: ParsableArguments {
    @Flag(
        help: """
            Check whether the internet answers over the path: by one HTTP request to the address in the \
            configuration or, if there is none, by NetworkManager. Before the request, the API of a captive portal \
            is queried, if the network announces it.
            """)
    var validated = false
}
