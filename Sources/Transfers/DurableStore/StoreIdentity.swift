// SPDX-License-Identifier: Apache-2.0

/// The numbers in a database by which a store is recognized.
package struct StoreIdentity: Sendable {
    /// The number that distinguishes the database from those of other programs (`application_id`).
    package let application: Int64
    /// The number of the tables that this version knows (`user_version`).
    package let version: Int64
    /// What the store is, for messages.
    package let kind: StoreKind

    package init(application: Int64, version: Int64, kind: StoreKind) {
        self.application = application
        self.version = version
        self.kind = kind
    }

    /// Refuses a database of another program, or of a newer version.
    ///
    /// - Parameters:
    ///   - application: its `application_id`.
    ///   - version: its `user_version`.
    ///   - isEmpty: whether it has no tables. Such a database is new: the process that made it ended before it made the tables.
    package func check(
        application: Int64, version: Int64, isEmpty: Bool, _ path: String
    ) throws(StoreError) {
        if application == 0, version == 0, isEmpty { return }
        guard application == self.application else {
            throw StoreError(
                .foreign, path, "is no \(kind.noun), but a database of another program")
        }
        guard version <= self.version else {
            throw StoreError(
                .newer, path,
                "was written by a newer version of this program (schema \(version); this version knows "
                    + "\(self.version))")
        }
    }
}
