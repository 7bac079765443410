// SPDX-License-Identifier: Apache-2.0

public import BackgroundTransfers
public import Foundation
public import FoundationNetworking
public import NetworkReachability

extension TransferSession {
    /// Adds the download of a request. When the call returns, it is stored, even if the program is killed then.
    ///
    /// ```swift
    /// var request = URLRequest(url: url)
    /// request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    /// request.allowsCellularAccess = false
    /// let id = try await session.download(for: request, to: file, constraints: .discretionary)
    /// ```
    ///
    /// These properties of the request are used:
    ///
    /// | property | becomes |
    /// |---|---|
    /// | `url` | the address |
    /// | `allHTTPHeaderFields` | `options.headers`. A field of the request takes the place of one with the same name |
    /// | `allowsCellularAccess` | a constraint, if it is `false`: no mobile network |
    /// | `cachePolicy` | `Cache-Control: no-cache` if caches on the way must not answer. There is no cache of the system |
    ///
    /// These are errors, because a download cannot honor them: a method other than `GET`, a body, and `returnCacheDataDontLoad`.
    ///
    /// These are ignored: `timeoutInterval`, because a download that stalls is continued and not ended (its end is
    /// `options.deadline`); `httpShouldHandleCookies`, because a worker in another process has no cookies of this one
    /// (a field `Cookie` is sent); `networkServiceType`, `httpShouldUsePipelining` and `mainDocumentURL`, which Foundation
    /// ignores on Linux, too. `allowsExpensiveNetworkAccess` and `allowsConstrainedNetworkAccess`, which `URLRequest`
    /// does not have on Linux, are properties of `constraints`.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - destination: the file, or an existing folder, to which the server's name for the file is added.
    ///   - constraints: what the path to the server must meet before and while the download runs.
    ///   - options: how the download is done.
    /// - Returns: the number of the transfer.
    /// - Throws: `TransferSessionError.unsupportedRequest` with the name of a property that cannot be honored; otherwise
    ///   the errors of `download(from:to:constraints:options:)`.
    public func download(
        for request: URLRequest,
        to destination: URL,
        constraints: NetworkConstraints = .connected,
        options: TransferOptions = TransferOptions()
    ) async throws -> Transfer.ID {
        let download = try RequestedDownload(request, constraints, options)
        return try await self.download(
            from: download.url, to: destination, constraints: download.constraints,
            options: download.options)
    }
}

/// The properties of a request as the arguments of a download.
struct RequestedDownload {
    let url: URL
    let constraints: NetworkConstraints
    let options: TransferOptions

    /// - Throws: `TransferSessionError` for what a download cannot honor.
    init(
        _ request: URLRequest, _ constraints: NetworkConstraints, _ options: TransferOptions
    ) throws(TransferSessionError) {
        if let property = request.unsupportedProperty {
            throw .unsupportedRequest(property)
        }
        guard let url = request.url else { throw .invalidURL("") }
        self.url = url

        var constraints = constraints
        if !request.allowsCellularAccess { constraints.prohibitedInterfaceTypes.insert(.wwan) }
        self.constraints = constraints

        var options = options
        var fields = request.allHTTPHeaderFields ?? [:]
        if request.cachePolicy == .reloadIgnoringLocalAndRemoteCacheData,
            !fields.keys.contains(where: { $0.lowercased() == "cache-control" })
        {
            fields["Cache-Control"] = "no-cache"
        }
        let names = Set(fields.keys.map { $0.lowercased() })
        options.headers.removeAll { names.contains($0.name.lowercased()) }
        options.headers += fields.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
        self.options = options
    }
}

extension URLRequest {
    /// The name of a property that a download cannot honor; `nil` if it can honor all.
    fileprivate var unsupportedProperty: String? {
        // Foundation takes a missing method for GET.
        if let httpMethod, httpMethod.uppercased() != "GET" { return "httpMethod" }
        if httpBody != nil { return "httpBody" }
        if httpBodyStream != nil { return "httpBodyStream" }
        // There is no cache, so nothing would ever come.
        if cachePolicy == .returnCacheDataDontLoad { return "cachePolicy" }
        return nil
    }
}
