// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// The facts about the content of a download that decide whether a later answer continues or replaces it.
extension TransferRecord {
    /// The meaning of the answer to a request for the rest, for the content that is there.
    enum PartMeaning: Sendable, Hashable {
        /// It is the next part, and ends here.
        case next(end: Int64, isLast: Bool)
        /// The complete content must be requested, for this reason.
        case unusable(String)
    }

    /// The digests that the complete content must have.
    var expectedDigests: [ContentDigest] {
        (sha256.map { [ContentDigest(.sha256, $0)] } ?? []) + (partial?.digests ?? [])
    }

    /// The request for the rest of the content.
    ///
    /// - Parameter offset: where the rest begins.
    /// - Returns: `nil` if the complete content must be requested.
    func resumption(from offset: Int64) -> Resumption? {
        guard offset > 0, let partial, let content = partial.content else { return nil }
        return Resumption(
            offset: offset, of: content,
            proof: sha256 != nil
                ? .expectedDigest : partial.digests.isEmpty ? .validator : .announcedDigest,
            endsWithRange: true)
    }

    /// Takes the facts about the rest from the header of an answer.
    ///
    /// - Parameters:
    ///   - response: the answer, whose status is 206.
    ///   - resumption: the request for the rest.
    mutating func takePart(_ response: ServerResponse, _ resumption: Resumption) -> PartMeaning {
        switch resumption.answer(status: 206, response.headers, from: response.origin) {
        case .part(let end, let total):
            let known = partial?.digests ?? []
            let announced = response.headers.representationDigests
            let differs = announced.contains { digest in
                known.contains { $0.algorithm == digest.algorithm && $0 != digest }
            }
            if differs { return .unusable("the server announces another digest now") }
            bytesTotal = total
            partial?.digests = known + announced.filter { !known.contains($0) }
            if !resumption.content.validator.isNamed(by: response.headers) {
                partial?.isMixed = true
            }
            return .next(end: end, isLast: end >= total)
        case .unusable(let mismatch): return .unusable(mismatch.explanation)
        case .complete, .whole, .other: return .unusable("the answer is no part of the file")
        }
    }

    /// Returns why the complete content of an answer cannot be used; `nil` if it can.
    ///
    /// - Parameter name: the name of the file.
    func contentError(in response: ServerResponse, named name: String) -> TransferError? {
        let headers = response.headers
        if headers.isEncoded, !headers.isArchive(named: [name] + response.requestedNames) {
            let encodings = headers[list: "Content-Encoding"].joined(separator: ", ")
            return TransferError(
                .encoding, "the content is encoded (\(encodings)), which was not requested")
        }
        if headers.hasUnusableLength {
            return TransferError(
                .length, "the server announces a length that is not one number")
        }
        return nil
    }

    /// Returns whether the complete content of an answer may be a login page of the network, so that it must not replace
    /// the content that is there. Such answers are counted: in the end, the server is believed.
    mutating func mayBePortal(_ response: ServerResponse) -> Bool {
        // Without content there is nothing to protect.
        guard bytesDone > 0, let provenance = partial?.provenance else { return false }
        let differences = provenance.differences(about: response.headers, from: response.origin)
        if differences.contains(.mediaType) { return true }
        guard !differences.isEmpty else { return false }
        progress.mismatchedAnswers += 1
        return progress.mismatchedAnswers <= Replacements.limit
    }

    /// Takes the facts about the complete content from the header of an answer. That content replaces the former one.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - token: a text that makes the name of the partial file unique.
    ///   - now: milliseconds since 1970.
    /// - Returns: the partial file.
    mutating func takeWhole(
        _ response: ServerResponse, named name: String, token: String, now: Int64
    ) -> Partial {
        let headers = response.headers
        let folder = destination?.folder ?? "/"
        var partial =
            partial
            ?? Partial(
                path: folder + partialName(of: name, token: token), destination: folder + name)
        partial.provenance = Provenance(headers, from: response.origin)
        partial.content = PartialContent(
            status: response.status, headers, from: response.origin,
            now: HTTPDate(seconds: now / 1000))
        partial.digests =
            headers.representationDigests + (headers.isEncoded ? [] : headers.contentDigests)
        partial.isComplete = false
        partial.isMixed = nil
        self.partial = partial
        bytesDone = 0
        bytesTotal = headers.contentLength
        return partial
    }

    /// Forgets which version the content is of, so that it is not continued.
    mutating func forgetVersion() {
        partial?.content = nil
        partial?.digests = []
    }

    /// Forgets the content. The file stays until it is filled again.
    mutating func forgetContent() {
        forgetVersion()
        partial?.isComplete = false
        bytesDone = 0
        bytesTotal = nil
    }
}

// MARK: - Names of files

extension TransferRecord {
    /// The name of the file that an answer is written to.
    func fileName(for response: ServerResponse) -> String {
        switch destination {
        case .file(let path):
            path.lastPathComponent ?? "download"
        case .folder, nil:
            FileName.choose(response.headers, lastComponent: response.lastComponent)
        }
    }

    /// The name of the partial file of a file.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - token: a text that makes the name unique.
    func partialName(of name: String, token: String) -> String {
        let end = ".\(id.rawValue)-\(token).part"
        return "." + FileName.shorten(name, to: FileName.limit - 1 - end.utf8.count) + end
    }
}
