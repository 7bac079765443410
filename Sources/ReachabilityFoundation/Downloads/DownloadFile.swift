// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem

/// The file that a download fills, from one attempt to the next. It is made with the first response.
final class DownloadFile: Sendable {
    private struct State {
        var handle: FileHandle?
        var length: Int64 = 0
        var resumption: Resumption?
    }

    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).download")
    private let state = Lock(State())

    /// How many bytes are in it.
    var length: Int64 { state.withLock(\.length) }

    /// What is in it that can be resumed: how much, and how. `nil` if there is nothing.
    var beginning: (length: Int64, resumption: Resumption)? {
        state.withLock { state in
            guard state.length > 0, let resumption = state.resumption else { return nil }
            return (state.length, resumption)
        }
    }

    /// Takes out what is in it.
    ///
    /// - Parameter resumption: how what is written from now on can be resumed.
    func begin(_ resumption: Resumption?) throws {
        try state.withLock { state in
            let handle = try state.handle ?? open()
            state.handle = handle
            try handle.truncate(atOffset: 0)
            state.length = 0
            state.resumption = resumption
        }
    }

    /// Writes to its end.
    func append(_ data: Data) throws {
        try state.withLock { state in
            let handle = try state.handle ?? open()
            state.handle = handle
            do {
                try handle.write(contentsOf: data)
                state.length += Int64(data.count)
            } catch {
                // Nobody knows how much of it has been written.
                state.resumption = nil
                throw error
            }
        }
    }

    /// Ends writing.
    func close() throws {
        try state.withLock { state in
            let handle = try state.handle ?? open()
            state.handle = nil
            try handle.close()
        }
    }

    /// Deletes it.
    func remove() {
        state.withLock { state in
            guard let handle = state.handle else { return }
            state = State()
            // Nobody can do anything about a temporary file that stays.
            try? handle.close()
            try? FileManager.default.removeItem(at: url)
        }
    }

    private func open() throws -> FileHandle {
        try Data().write(to: url, options: .withoutOverwriting)
        // Others may look into the folder for temporary files.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        return try FileHandle(forWritingTo: url)
    }
}
