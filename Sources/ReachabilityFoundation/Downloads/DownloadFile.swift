// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem

/// The file that a download fills, from one attempt to the next. It is made with the first response.
final class DownloadFile: Sendable {
    private struct State {
        /// Whether it is there, and ours.
        var isMade = false
        /// Open as long as something is written.
        var handle: FileHandle?
        var length: Int64 = 0
        /// By what it can be resumed; `nil` if it cannot.
        var tag: String?
    }

    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).download")
    private let state = Lock(State())

    /// How many bytes are in it.
    var length: Int64 { state.withLock(\.length) }

    /// How what is in it can be resumed; `nil` if it cannot, or if nothing is in it.
    var resumption: Resumption? {
        state.withLock { state in
            guard state.length > 0, let tag = state.tag else { return nil }
            return Resumption(offset: state.length, tag: tag)
        }
    }

    /// Takes out what is in it.
    ///
    /// - Parameter tag: by what that is resumed which is written from now on; `nil` if it cannot be.
    func begin(tag: String?) throws {
        try state.withLock { state in
            let handle = try open(&state)
            try handle.truncate(atOffset: 0)
            state.length = 0
            state.tag = tag
        }
    }

    /// Writes to its end.
    func append(_ data: Data) throws {
        try state.withLock { state in
            let handle = try open(&state)
            do {
                try handle.write(contentsOf: data)
                state.length += Int64(data.count)
            } catch {
                // Nobody knows how much of it has been written.
                state.tag = nil
                throw error
            }
        }
    }

    /// Ends writing.
    func close() throws {
        try state.withLock { state in
            let handle = try open(&state)
            state.handle = nil
            try handle.close()
        }
    }

    /// Deletes it.
    func remove() {
        state.withLock { state in
            guard state.isMade else { return }
            // Nobody can do anything about a temporary file that stays.
            try? state.handle?.close()
            try? FileManager.default.removeItem(at: url)
            state = State()
        }
    }

    private func open(_ state: inout State) throws -> FileHandle {
        if let handle = state.handle { return handle }
        try Data().write(to: url, options: .withoutOverwriting)
        state.isMade = true
        // Others may look into the folder for temporary files.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        let handle = try FileHandle(forWritingTo: url)
        state.handle = handle
        return handle
    }
}
