// SPDX-License-Identifier: Apache-2.0

import CCurl
import Glibc
import Testing

@testable import HTTPEngine

/// What explains a failure after libcurl has tried the addresses of a host one after the other.
@Suite struct FailedSocketTests {
    /// Each row: the families of the addresses, how the exchange ends, and the kind of the failure.
    @Test(
        "A socket that could not be opened explains the failure, unless that of a later address was opened",
        arguments: [
            ([Self.unknown], CURLE_COULDNT_CONNECT, .connection, "open a socket"),
            ([AF_INET, Self.unknown], CURLE_COULDNT_CONNECT, .connection, "open a socket"),
            ([Self.unknown, AF_INET], CURLE_PEER_FAILED_VERIFICATION, .tls, "certificate"),
            ([Self.unknown, AF_INET], CURLE_COULDNT_CONNECT, .connection, "connect"),
        ] as [([Int32], CURLcode, FailureTests.Kind, String)])
    func socket(
        _ families: [Int32], _ code: CURLcode, _ kind: FailureTests.Kind, _ word: String
    ) throws {
        // It loads libcurl.
        _ = try makeEngine()
        let sockets = try SocketTable()
        let exchange = try RunningExchange(
            HTTPExchange.ID(number: 1), HTTPRequest(url: URLParts("https://192.0.2.1/")),
            Recorder(),
            EngineSettings(
                userAgent: "reach-transfer/1", limits: EngineLimits(),
                environment: ProxyEnvironment { _ in nil },
                certificates: CertificateFiles { _ in nil }), sockets)
        for family in families {
            let address = curl_sockaddr(
                family: family, socktype: Int32(SOCK_STREAM.rawValue), protocol: 0,
                addrlen: 0, addr: sockaddr())
            let socket = exchange.open(address)
            #expect((socket == CURL_SOCKET_BAD) == (family == Self.unknown))
            if socket != CURL_SOCKET_BAD { sockets.close(socket) }
        }
        guard case .failure(let failure) = exchange.result(of: code) else {
            Issue.record("no failure")
            return
        }
        #expect(FailureTests.Kind(failure) == kind, "\(failure)")
        #expect(failure.message.contains(word), "\(failure)")
    }

    /// A family of addresses that does not exist.
    private static let unknown: Int32 = 12_345
}
