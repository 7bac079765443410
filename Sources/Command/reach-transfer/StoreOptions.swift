// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The option for the folder in which transfers are kept.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Keep the transfers in this folder instead of $REACH_STORE, or reach in $XDG_STATE_HOME. Each folder has \
            a queue and a worker of its own.
            """,
            valueName: "directory"),
        completion: .directory)
    var store: String?

    func validate() throws {
        if store == "" { throw ValidationError("--store: the name is empty") }
    }

    /// Where the transfers are.
    var place: TransferPlace { TransferPlace(store: store) }
}
