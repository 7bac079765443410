// SPDX-License-Identifier: Apache-2.0

internal import BackgroundTransfers
internal import Foundation
internal import FoundationNetworking
internal import NetworkReachability

/// What a request says of a download, in the words of transfers.
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
