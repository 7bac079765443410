// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPEngine

/// Which proxy the environment names for a URL.
@Suite struct ProxyEnvironmentTests {
    private func proxy(_ variables: [String: String], _ url: String) throws -> ProxyServer? {
        ProxyEnvironment { variables[$0] }.proxy(for: try URLParts(url))
    }

    @Test(
        "A variable counts as the curl command reads it",
        arguments: [
            (["http_proxy": "http://p:8080"], "http://a/", "p", 8080),
            (["http_proxy": "p:8080"], "http://a/", "p", 8080),
            (["http_proxy": "p"], "http://a/", "p", 1080),
            (["http_proxy": "https://p"], "http://a/", "p", 443),
            (["http_proxy": "http://user:secret@P:81/"], "http://a/", "p", 81),
            (["http_proxy": "socks5h://[::1]:9050"], "http://a/", "::1", 9050),
            (["http_proxy": "p"], "https://a/", nil, 0),
            // In capitals it is a field of a request to a CGI program.
            (["HTTP_PROXY": "p"], "http://a/", nil, 0),
            (["HTTPS_PROXY": "p"], "https://a/", "p", 1080),
            (["https_proxy": "p", "HTTPS_PROXY": "q"], "https://a/", "p", 1080),
            (["https_proxy": "", "HTTPS_PROXY": "q"], "https://a/", "q", 1080),
            (["all_proxy": "p"], "http://a/", "p", 1080),
            (["ALL_PROXY": "p"], "https://a/", "p", 1080),
            (["all_proxy": "p", "https_proxy": "q"], "https://a/", "q", 1080),
            ([:], "http://a/", nil, 0),
        ] as [([String: String], String, String?, UInt16)])
    func variable(
        _ variables: [String: String], _ url: String, _ host: String?, _ port: UInt16
    ) throws {
        let proxy = try proxy(variables, url)
        #expect(proxy?.host == host)
        #expect(proxy?.port ?? 0 == port)
    }

    @Test(
        "A host in no_proxy is asked without a proxy",
        arguments: [
            ("*", "a.example", true), ("*,b", "a.example", false), ("", "a.example", false),
            ("a.example", "a.example", true), ("a.example", "A.EXAMPLE", true),
            ("A.Example", "a.example", true), ("a.example", "x.a.example", true),
            (".a.example", "a.example", true), (".a.example", "x.a.example", true),
            ("a.example.", "a.example", true), ("a.example", "a.example.", true),
            ("a.example", "nota.example", false), ("x.a.example", "a.example", false),
            ("b, a.example", "a.example", true), ("b a.example", "a.example", true),
            ("b,,a.example,", "a.example", true), (".", "a.example", false),
            ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.1.2.3", false),
            ("10.0.0.0/33", "10.0.0.0", false), ("10.0.0.1", "10.0.0.1", true),
            ("10.0.0.1", "10.0.0.10", false), ("10.0.0.1/0", "10.0.0.1", true),
            ("10.0.0.1/0", "10.0.0.2", false), ("10.0.0.0/8", "ten.example", false),
            ("0.1", "10.0.0.1", false), ("10.0.0.0/31", "10.0.0.1", true),
            ("10.0.0.0/x", "10.0.0.0", true),
            ("::1", "[::1]", true), ("fd00::/8", "[fd12::1]", true),
            ("fd00::/8", "[fe12::1]", false),
            ("::/1", "[7fff::1]", true), ("10.0.0.0/8", "[::1]", false),
            ("::1/128", "[::1]", true), ("::1/129", "[::1]", false),
        ])
    func exception(_ list: String, _ host: String, _ isExcepted: Bool) throws {
        for name in ["no_proxy", "NO_PROXY"] {
            let proxy = try proxy([name: list, "http_proxy": "p"], "http://\(host)/")
            #expect((proxy == nil) == isExcepted)
        }
    }

    @Test("The variable in small letters counts first")
    func smallLetters() throws {
        let variables = ["http_proxy": "p", "no_proxy": "b", "NO_PROXY": "a"]
        #expect(try proxy(variables, "http://a/") != nil)
        #expect(try proxy(variables, "http://b/") == nil)
    }
}
