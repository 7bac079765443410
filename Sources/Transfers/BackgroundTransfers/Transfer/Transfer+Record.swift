// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
internal import NetworkReachability

extension Transfer {
    /// What users see of a record.
    ///
    /// - Parameter rate: the current rate in bytes a second, which is not stored.
    package init(_ record: TransferRecord, rate: Int64? = nil) {
        self.init(
            id: record.id, kind: record.kind, url: record.url, destination: record.shownDestination,
            source: record.source, state: record.state, reasons: record.reasons,
            bytesDone: record.bytesDone,
            bytesTotal: record.bytesTotal,
            attempts: record.attempts, rate: rate, priority: record.priority, key: record.key,
            group: record.group,
            session: record.session, condition: record.condition,
            stability: record.stability, createdAt: Date(milliseconds: record.createdAt),
            notBefore: record.notBefore.map(Date.init(milliseconds:)),
            deadline: record.deadline.map(Date.init(milliseconds:)),
            retryAt: record.state == .retrying ? record.retryAt.map(Date.init(milliseconds:)) : nil,
            error: record.error)
    }
}

extension TransferRecord {
    /// The path of the file that is written; with a slash at its end while only the folder is known.
    package var shownDestination: String? { partial?.destination ?? destination?.shown }
}

extension TransferRecord.Destination {
    /// The path, with a slash at its end if it is a folder.
    var shown: String {
        switch self {
        case .file(let path): path
        case .folder(let path): path.ends(with: "/") ? path : path + "/"
        }
    }

    /// A destination from its path with a slash at the end of a folder.
    init(shown path: String) {
        self =
            path.ends(with: "/")
            ? .folder(path == "/" ? path : String(path.dropLast())) : .file(path)
    }
}

extension Date {
    /// A time from milliseconds since 1970.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time in milliseconds since 1970.
    package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
