// SPDX-License-Identifier: Apache-2.0

@testable import HTTPEngine
@testable import TransferRules

/// Takes the first line as an address, and the others as redirections from there, each relative to the one before.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for line in lines { check(settings: line) }
    guard let first = lines.first, let url = try? URLParts(first) else { return 0 }
    check(url)
    follow(lines.dropFirst(), from: url)
    return 0
}

/// What is not reported as a leak: libcurl 7.88 loses a host that it cannot convert to Punycode. The limit for memory still
/// holds.
@_cdecl("__lsan_default_suppressions")
public func suppressions() -> UnsafePointer<CChar>? {
    text.utf8Start.withMemoryRebound(to: CChar.self, capacity: 1) { $0 }
}

private let text: StaticString = "leak:libcurl"

/// Checks that an address is read the same again, and has nothing that is secret or that ends a line.
private func check(_ url: URLParts) {
    precondition(!url.host.isEmpty && url.port > 0 && url.path.hasPrefix("/"))
    precondition(
        url.host.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") }, url.host)
    precondition(url.text.utf8.allSatisfy { $0 > 32 && $0 != 127 }, url.text)
    guard let again = try? URLParts(url.text) else {
        preconditionFailure("unreadable: \(url.text)")
    }
    precondition(again.user == nil && again.password == nil, url.text)
    precondition(
        (again.scheme, again.host, again.port, again.path) == (
            url.scheme, url.host, url.port, url.path
        )
            && again.zone == url.zone && again.query == url.query, url.text)
    precondition(again.text == url.text, "\(url.text) becomes \(again.text)")
}

/// Checks that redirections lead neither from https to http nor on for ever, and that trust does not come back.
private func follow(_ references: some Sequence<String>, from first: URLParts) {
    var url = first
    var rules = RedirectionRules(origin: ruled(first))
    var count = 0
    for reference in references {
        let next = try? url.resolving(reference)
        let (before, wasTrusted) = (rules.origin, rules.isTrusted)
        do throws(RedirectionRules.RedirectionError) {
            try rules.follow(to: next.map(ruled))
        } catch {
            precondition(rules.origin == before && rules.isTrusted == wasTrusted)
            return
        }
        guard let next else { preconditionFailure("followed to nowhere") }
        check(next)
        count += 1
        precondition(count <= RedirectionRules.limit)
        precondition(before.scheme == "http" || next.scheme == .https)
        precondition(wasTrusted || !rules.isTrusted)
        precondition(!rules.isTrusted || next.host == first.host)
        url = next
    }
}

private func ruled(_ url: URLParts) -> Origin {
    Origin(scheme: url.scheme.rawValue, host: url.host, port: Int(url.port))
}

/// Reads a line as variables of the environment that name proxies and exceptions have it.
private func check(settings line: String) {
    let environment = ProxyEnvironment { name in
        name == "no_proxy" ? line : name == "http_proxy" ? line : nil
    }
    if let url = try? URLParts("http://files.example/") { _ = environment.proxy(for: url) }
    _ = ProxyExceptions(line).contains("files.example")
    _ = ProxyExceptions(line).contains("2001:db8::1")
    let proxy = ProxyServer(line)
    precondition(proxy.host == nil || proxy.port <= 65_535)
    if let decoded = PercentEncoding.decode(line) {
        precondition(line.contains("%") || Array(decoded.utf8) == Array(line.utf8))
    }
}
