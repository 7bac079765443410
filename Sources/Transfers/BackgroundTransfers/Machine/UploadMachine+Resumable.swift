// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// What the answers of tus mean.
extension UploadMachine {
    /// Decides by the answer to `OPTIONS` how the file is sent.
    mutating func chosen(_ response: ServerResponse, now: Int64) -> [UploadStep] {
        switch ResumableUploads.choose(status: response.status, response.headers) {
        case .whole: return [.disconnect] + send(.put)
        case .later:
            return leave(
                .retry(.uploadRefused(response.status), after: response.retryAfter(now: now)),
                now: now)
        case .resumable:
            if let largest = response.headers.largestUpload, largest < length {
                let error = TransferError(
                    .length, "the server takes no file with more than \(largest) bytes")
                return leave(.fail(error), now: now)
            }
            return ask(.creation)
        }
    }

    /// Takes the place that the server has made.
    mutating func created(_ response: ServerResponse, now: Int64) -> [UploadStep] {
        guard response.status == 201 else {
            guard response.headers.isOfResumableUpload else { return leave(.portal, now: now) }
            return leave(
                .fail(
                    TransferError(
                        .status, status: response.status,
                        "the server does not answer as tus 1.0 says (\(response.status))")),
                now: now)
        }
        do throws(RedirectionRules.RedirectionError) {
            try chain.follow(to: response.location?.origin)
        } catch {
            return leave(.fail(.redirection(error, status: 201)), now: now)
        }
        guard let place = response.location else { return [] }
        upload.resource = TransferRecord.Resource(
            url: place.url, origin: place.origin, isTrusted: chain.isTrusted)
        record.bytesDone = 0
        // Where the upload is must be known before anything is sent there: nobody could find it again.
        return [.save([])] + (length == 0 ? compare() : ask(.rest(from: 0)))
    }

    /// Takes the offset up to which the server has the file.
    ///
    /// - Parameters:
    ///   - limit: the highest offset that the server can have.
    ///   - start: where the content of the request began; `nil` if it had none.
    mutating func confirmed(
        _ response: ServerResponse, upTo limit: Int64, from start: Int64?, now: Int64
    ) -> [UploadStep] {
        let headers = response.headers
        guard let offset = headers.uploadOffset else {
            guard headers.isOfResumableUpload else { return leave(.portal, now: now) }
            let error = TransferError(.length, "the server does not say how much it has")
            return leave(.retry(error, after: nil), now: now)
        }
        if start == nil, offset > length || headers.uploadLength.map({ $0 != length }) ?? false {
            let reason = "the server has an upload of another length"
            return lost(reason, TransferError(.length, reason), now: now)
        }
        guard offset <= limit, offset >= start ?? 0 else {
            // Its answer to the next HEAD counts.
            let error = TransferError(.length, "the server says that it has what was not sent")
            return leave(.retry(error, after: nil), now: now)
        }
        let isLess = offset < record.bytesDone
        record.bytesDone = offset
        record.notice(offset)
        if offset == length { return compare() }
        if offset == start {
            let error = TransferError(.connection, "the server has taken nothing of the file")
            return leave(.retry(error, after: nil), now: now)
        }
        let note = TransferEvent.Note(.restarted, "the server has only \(offset) bytes of the file")
        return [.save(isLess ? [note] : [])] + ask(.rest(from: offset))
    }

    /// Has the server make another place, once since the last progress, because the last one is lost, or has another
    /// length.
    mutating func lost(_ reason: String, _ error: TransferError, now: Int64) -> [UploadStep] {
        upload.resource = nil
        record.progress.refusals += 1
        guard record.progress.refusals == 1 else { return leave(.fail(error), now: now) }
        record.bytesDone = 0
        return [.disconnect, .save([.init(.restarted, reason)])] + ask(.creation)
    }
}
