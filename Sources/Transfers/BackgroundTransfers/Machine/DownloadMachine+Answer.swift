// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
internal import TransferRules

extension DownloadMachine {
    /// Decides by the header of an answer.
    package mutating func responded(_ response: ServerResponse, now: Int64) -> [DownloadStep] {
        guard case .requesting(let request) = phase else { return [] }
        switch response.status {
        case 200, 203: return whole(response, now: now)
        case 206:
            guard let resumption = request.resumption else {
                return leave(
                    .fail(
                        TransferError(
                            .status, status: 206,
                            "the server sent a part of the file, which was not requested (206)")),
                    now: now)
            }
            return part(response, resumption, now: now)
        case 412, 416:
            // A file that has its announced length is verified without a request, so this is never the answer for it.
            return request.resumption == nil
                ? refused(response, now: now) : rejected(response, now: now)
        case 301, 302, 303, 307, 308:
            return redirected(request, to: response.location, status: response.status, now: now)
        case 511: return leave(.portal, now: now)
        case let status where isTransientStatus(status):
            return leave(
                .retry(.refused(status), after: response.retryAfter(now: now)), now: now)
        default: return refused(response, now: now)
        }
    }

    mutating func refused(_ response: ServerResponse, now: Int64) -> [DownloadStep] {
        leave(.fail(.refused(response.status)), now: now)
    }

    private mutating func redirected(
        _ request: Request, to next: ResolvedAddress?, status: Int, now: Int64
    ) -> [DownloadStep] {
        do throws(RedirectionRules.RedirectionError) {
            try chain.follow(to: next?.origin)
        } catch {
            return leave(.fail(.redirection(error, status: status)), now: now)
        }
        let next = Request(
            redirection: next, resumption: request.resumption, isTrusted: chain.isTrusted)
        phase = .requesting(next)
        return [.disconnect, .request(next)]
    }

    /// A part of the content.
    mutating func part(
        _ response: ServerResponse, _ resumption: Resumption, now: Int64
    ) -> [DownloadStep] {
        let answer = resumption.answer(status: 206, response.headers, from: response.origin)
        switch answer {
        case .part(let end, let total):
            let known = record.partial?.digests ?? []
            let announced = response.headers.representationDigests
            let differs = announced.contains { digest in
                known.contains { $0.algorithm == digest.algorithm && $0 != digest }
            }
            if differs { return requestAnew("the server announces another digest now") }
            record.bytesTotal = total
            record.partial?.digests = known + announced.filter { !known.contains($0) }
            if !resumption.content.validator.isNamed(by: response.headers) {
                record.partial?.isMixed = true
            }
            phase = .receiving(
                Reception(
                    received: resumption.offset, end: end, isPart: end < total, syncedAt: now))
            return []
        case .unusable(let mismatch): return requestAnew(mismatch.explanation)
        case .complete, .whole, .other: return requestAnew("the answer is no part of the file")
        }
    }

    /// The server does not have the rest, or not of this version (412, 416).
    private mutating func rejected(_ response: ServerResponse, now: Int64) -> [DownloadStep] {
        record.progress.refusals += 1
        guard record.progress.refusals == 1 else {
            return leave(.retry(.refused(response.status), after: nil), now: now)
        }
        return requestAnew("the server refuses the rest of the file (\(response.status))")
    }

    /// Requests the complete content in place of the rest. What is there stays until the answer has come.
    mutating func requestAnew(_ reason: String) -> [DownloadStep] {
        let event = DownloadStep.save([.init(.restarted, reason)])
        record.partial?.content = nil
        record.partial?.digests = []
        return [.disconnect, event] + request(whole: true)
    }

    /// The complete content.
    mutating func whole(_ response: ServerResponse, now: Int64) -> [DownloadStep] {
        let headers = response.headers
        let name = destinationName(response)
        if headers.isEncoded, !headers.isArchive(named: [name] + response.requestedNames) {
            let encodings = headers[list: "Content-Encoding"].joined(separator: ", ")
            return leave(
                .fail(
                    TransferError(
                        .encoding, "the content is encoded (\(encodings)), which was not requested")
                ), now: now)
        }
        if headers.hasUnusableLength {
            return leave(
                .fail(
                    TransferError(.length, "the server announces a length that is not one number")),
                now: now)
        }
        // Without content there is nothing to protect.
        if record.bytesDone > 0, let provenance = record.partial?.provenance {
            let differences = provenance.differences(about: headers, from: response.origin)
            if differences.contains(.mediaType) { return leave(.portal, now: now) }
            if !differences.isEmpty {
                record.progress.mismatchedAnswers += 1
                if record.progress.mismatchedAnswers <= Replacements.limit {
                    return leave(.portal, now: now)
                }
            }
        }
        let length = headers.contentLength
        let reception = Reception(received: 0, end: length, syncedAt: now)
        let isNew = record.partial == nil
        let folder = record.destination?.folder ?? "/"
        var partial =
            record.partial
            ?? TransferRecord.Partial(
                path: folder + partialName(name), destination: folder + name)
        partial.provenance = Provenance(headers, from: response.origin)
        partial.content = PartialContent(
            status: response.status, headers, from: response.origin,
            now: HTTPDate(seconds: now / 1000))
        partial.digests =
            headers.representationDigests + (headers.isEncoded ? [] : headers.contentDigests)
        partial.isComplete = false
        partial.isMixed = nil
        record.partial = partial
        let hadContent = record.bytesDone > 0
        record.bytesDone = 0
        record.bytesTotal = length
        epoch += 1
        if isNew {
            phase = .creating(reception)
            return [.save([]), .create(partial, length: length)]
        }
        phase = .receiving(reception)
        let reason = "the server sent the complete file"
        return [.save(hadContent ? [.init(.restarted, reason)] : []), .resize(0)]
    }

    /// Continues when the partial file was made.
    package mutating func created(_ identity: FileIdentity, now: Int64) -> [DownloadStep] {
        guard case .creating(let reception) = phase else { return [] }
        record.partial?.identity = identity
        phase = .receiving(reception)
        return [.save([])]
    }

    private func destinationName(_ response: ServerResponse) -> String {
        switch record.destination {
        case .file(let path):
            // An accent can follow a slash.
            path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? "download"
        case .folder, nil:
            FileName.choose(response.headers, lastComponent: response.lastComponent)
        }
    }

    private func partialName(_ name: String) -> String {
        let end = ".\(record.id.rawValue)-\(token).part"
        return "." + FileName.shorten(name, to: FileName.limit - 1 - end.utf8.count) + end
    }
}
