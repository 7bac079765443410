// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers

/// The number of a transfer on the command line, as `reach queue` lists it.
struct TransferNumber: ExpressibleByArgument, Hashable {
    var number: Int64

    init?(argument: String) {
        guard let number = Int64(argument), number >= 1, argument.utf8.first != UInt8(ascii: "+")
        else {
            return nil
        }
        self.number = number
    }

    var id: Transfer.ID { Transfer.ID(rawValue: number) }
}
