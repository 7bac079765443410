// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import Foundation
import FoundationNetworking
import NetworkReachability
import Testing

@testable import BackgroundTransfersFoundation

/// What a request says of a download.
@Suite("Download of a request") struct RequestTests {
    private func request(_ change: (inout URLRequest) -> Void = { _ in }) throws -> URLRequest {
        var request = URLRequest(
            url: try #require(URL(string: "https://files.example/map.bin?v=7")))
        change(&request)
        return request
    }

    private func download(
        _ request: URLRequest, _ constraints: NetworkConstraints = .connected,
        _ options: TransferOptions = TransferOptions()
    ) throws -> RequestedDownload {
        try RequestedDownload(request, constraints, options)
    }

    @Test("A request without anything special adds nothing to the caller's constraints and options")
    func plain() throws {
        let options = TransferOptions(key: "k", headers: [.init("Accept", "*/*")])
        let download = try download(try request(), .unmetered, options)
        #expect(download.url.absoluteString == "https://files.example/map.bin?v=7")
        #expect(download.constraints == .unmetered)
        #expect(download.options == options)
    }

    @Test("A header field of the request takes the place of the caller's with the same name")
    func headers() throws {
        let request = try request {
            $0.setValue("Bearer abc", forHTTPHeaderField: "authorization")
            $0.setValue("de", forHTTPHeaderField: "Accept-Language")
        }
        let options = TransferOptions(headers: [
            .init("Authorization", "Basic xyz"), .init("X-Trace", "1"),
        ])
        let headers = try download(request, .connected, options).options.headers
        #expect(Set(headers.map { $0.name.lowercased() }).count == headers.count)
        #expect(
            Dictionary(uniqueKeysWithValues: headers.map { ($0.name.lowercased(), $0.value) }) == [
                "x-trace": "1", "accept-language": "de", "authorization": "Bearer abc",
            ])
    }

    @Test("A request that does not allow mobile networks is one more constraint")
    func cellular() throws {
        let request = try request { $0.allowsCellularAccess = false }
        let constraints = try download(request, .discretionary).constraints
        #expect(constraints.prohibitedInterfaceTypes == [.wwan])
        #expect(!constraints.allowsExpensiveNetworkAccess)
    }

    @Test(
        "Only a policy that also rules out caches on the way adds a header field",
        arguments: [
            (.useProtocolCachePolicy, nil),
            (.reloadIgnoringLocalCacheData, nil),
            (.returnCacheDataElseLoad, nil),
            (.reloadIgnoringLocalAndRemoteCacheData, "no-cache"),
        ] as [(URLRequest.CachePolicy, String?)])
    func caches(policy: URLRequest.CachePolicy, value: String?) throws {
        var request = try request { $0.cachePolicy = policy }
        #expect(try download(request).options.headers.map(\.value) == [value].compactMap(\.self))
        request.setValue("max-age=5", forHTTPHeaderField: "cache-control")
        #expect(try download(request).options.headers.map(\.value) == ["max-age=5"])
    }

    /// A request with a property that a download cannot honor.
    private struct Refusal: Sendable, CustomTestStringConvertible {
        let property: String
        let change: @Sendable (inout URLRequest) -> Void

        var testDescription: String { property }

        init(_ property: String, _ change: @escaping @Sendable (inout URLRequest) -> Void) {
            self.property = property
            self.change = change
        }
    }

    @Test(
        "A property that a download cannot honor is refused by its name",
        arguments: [
            Refusal("httpMethod") { $0.httpMethod = "POST" },
            Refusal("httpMethod") { $0.httpMethod = "HEAD" },
            Refusal("httpBody") { $0.httpBody = Data("a".utf8) },
            Refusal("httpBodyStream") { $0.httpBodyStream = InputStream(data: Data()) },
            Refusal("cachePolicy") { $0.cachePolicy = .returnCacheDataDontLoad },
        ])
    private func refusals(_ refusal: Refusal) throws {
        let request = try request(refusal.change)
        #expect(throws: TransferSessionError.unsupportedRequest(refusal.property)) {
            _ = try download(request)
        }
    }

    @Test("The download of a request is in the session's queue, with what the request says")
    func adding() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try TransferSession(
            identifier: "org.example.test", store: folder.appending(path: "store"))
        let id = try await session.download(
            for: try request { $0.allowsCellularAccess = false },
            to: folder.appending(path: "map.bin"), options: TransferOptions(key: "k"))
        let transfer = try #require(try await session.transfer(id))
        #expect(transfer.url == "https://files.example/map.bin?v=7")
        #expect(transfer.destination == folder.appending(path: "map.bin").path)
        #expect(transfer.key == "k")
        #expect(transfer.constraints.prohibitedInterfaceTypes == [.wwan])
        await #expect(throws: TransferSessionError.invalidHeader("Range")) {
            _ = try await session.download(
                for: try request { $0.setValue("bytes=0-", forHTTPHeaderField: "Range") },
                to: folder.appending(path: "other"))
        }
    }
}
