// SPDX-License-Identifier: Apache-2.0

/// The numbers in a database by which a store of transfers is recognized.
enum StoreIdentity {
    /// The number that tells the database from those of other programs (`application_id`): "RchT".
    static let application: Int64 = 0x5263_6854

    /// Refuses a database of another program, or of a newer version.
    ///
    /// - Parameters:
    ///   - application: its `application_id`.
    ///   - schema: its `user_version`.
    ///   - isEmpty: whether it has no tables. Such a database is new: who made it was ended before the tables were made.
    static func check(
        application: Int64, schema: Int64, isEmpty: Bool, _ path: String
    ) throws(TransferStoreError) {
        if application == 0, schema == 0, isEmpty { return }
        guard application == Self.application else {
            throw TransferStoreError(
                .foreign, path, "is no store of transfers, but a database of another program")
        }
        guard schema <= StoreSchema.version else {
            throw TransferStoreError(
                .newer, path,
                "was written by a newer version of this program (schema \(schema); this version knows "
                    + "\(StoreSchema.version))")
        }
    }
}
