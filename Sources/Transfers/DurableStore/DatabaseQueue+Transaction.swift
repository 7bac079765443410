// SPDX-License-Identifier: Apache-2.0

package import GRDB

extension DatabaseQueue {
    /// Performs a transaction of a kind, and returns what its body returns. If the body throws, nothing is changed.
    package func transaction<Output>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Output
    ) throws -> Output {
        try inDatabase { database in
            var output: Output?
            try database.inTransaction(kind) {
                output = try body(database)
                return .commit
            }
            guard let output else { preconditionFailure("a transaction without a result") }
            return output
        }
    }
}
