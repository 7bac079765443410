// SPDX-License-Identifier: Apache-2.0

/// The first bytes of a file, by which a store of transfers is recognized (SQLite's database file format, section 1.3).
///
/// They are read before SQLite opens the file, because SQLite could change it.
enum DatabaseHeader {
    /// The number of bytes that are read.
    static let length = 100
    /// The number that tells the database from those of other programs (`application_id`): "RchT".
    static let application: Int64 = 0x5263_6854
    private static let magic = Array("SQLite format 3\0".utf8)

    /// Refuses a file that is no store, or that a newer version has made.
    ///
    /// - Parameter bytes: the first ``length`` bytes; fewer if the file is shorter.
    static func check(_ bytes: [UInt8], _ path: String) throws(TransferStoreError) {
        // It was just made, and nothing is in it yet.
        guard !bytes.isEmpty else { return }
        guard bytes.count == length, bytes.starts(with: magic) else {
            throw TransferStoreError(
                .foreign, path, "is no store of transfers: it is no database of SQLite")
        }
        try check(
            application: number(bytes, at: 68), schema: number(bytes, at: 60), isEmpty: true, path)
    }

    /// Refuses a database of another program, or of a newer version.
    ///
    /// - Parameter isEmpty: whether the database may have no tables. One without is new: whoever made it was ended
    ///   before the tables were made.
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

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int64 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
}
