// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
internal import TransferRules

extension UploadMachine {
    /// Takes the revision under which the record was stored.
    package mutating func stored(revision: Int64) { record.revision = revision }

    /// Begins an attempt.
    ///
    /// - Parameter isElsewhere: whether the path has changed since the last attempt, so that its failures do not count.
    package mutating func begin(now: Int64, isElsewhere: Bool = false) -> [UploadStep] {
        record.beginAttempt(isElsewhere: isElsewhere)
        phase = .opening
        return [.save([.init(.started)]), .open]
    }

    /// Continues when the file is open.
    package mutating func opened(_ version: FileVersion, now: Int64) -> [UploadStep] {
        guard case .opening = phase else { return [] }
        guard version.isSame(as: upload.file) else { return leave(.fail(.sourceChanged), now: now) }
        record.bytesTotal = length
        guard let expected = record.sha256, !upload.isVerified else { return start() }
        record.state = .verifying
        phase = .verifying
        return [.save([]), .verify(ContentDigest(.sha256, expected))]
    }

    /// Continues when the digest of the file is known.
    package mutating func verified(isRight: Bool, now: Int64) -> [UploadStep] {
        guard case .verifying = phase else { return [] }
        upload.isVerified = isRight
        guard isRight else {
            phase = .comparing(
                failure: TransferError(
                    .digest, "the file does not have the expected sha-256 digest"))
            return [.compare]
        }
        record.state = .running
        return [.save([.init(.verified)])] + start()
    }

    /// Handles a file that cannot be read.
    package mutating func failed(_ message: String, now: Int64) -> [UploadStep] {
        phase = .idle
        return leave(.fail(TransferError(.io, message)), now: now)
    }

    private mutating func start() -> [UploadStep] {
        if upload.resource != nil { return ask(.offset) }
        switch upload.method {
        case .automatic: return ask(.options)
        case .tus: return ask(.creation)
        case .put: return send(.put)
        case .post: return send(.post)
        }
    }

    /// Sends the whole file.
    mutating func send(_ kind: Request.Kind) -> [UploadStep] {
        record.bytesDone = 0
        let isRepeated = record.progress.highest > 0
        let note = TransferEvent.Note(.restarted, "the server keeps no part of the file")
        return [.save(isRepeated ? [note] : [])] + ask(kind)
    }
}
