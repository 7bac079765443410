// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
@testable import Netlink
@testable import NetworkReachability
@testable import ReachCommand

/// Applies datagrams to a state as events of the kernel. The state must equal one from a new dump
/// of the same links, and every possible path must be evaluated without a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let datagram = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: start, count: count))
    var state = NetworkState()
    try? datagram.forEachMessage(onMalformed: { $0 }) { (_, message) throws(MessageDecodingError) in
        if let event = try KernelEvent(decoding: message) { _ = state.apply(event) }
    }
    compare(state)
    decide(state)
    return 0
}

/// Compares a state with one from a new dump.
private func compare(_ state: NetworkState) {
    let links = state.interfaces.indexes.compactMap { state[$0]?.link }
    // The order of the messages decides where a cycle is cut, and which of two interfaces has a
    // name.
    guard !hasCircle(state), Set(links.map(\.name)).count == links.count else { return }
    var fresh = NetworkState(links: links)
    for link in links { fresh.set(state[link.index]?.addresses ?? AddressList(), of: link.index) }
    precondition(state.counts == fresh.counts, "the counts is not that of a look afresh")
    for link in links {
        precondition(state[link.index] == fresh[link.index], "not what a look afresh gives")
        precondition(state.carriers(of: link.index) == fresh.carriers(of: link.index))
    }
}

/// Whether the stacking has a cycle, or is deeper than the kernel allows.
private func hasCircle(_ state: NetworkState) -> Bool {
    var level = Set(state.interfaces.indexes)
    for _ in 0..<8 where !level.isEmpty {
        level = Set(level.flatMap { state[$0]?.lower ?? [] })
    }
    return !level.isEmpty
}

/// Evaluates paths, over no interface, over each of the first ones, and over all of those; and
/// describes them.
private func decide(_ state: NetworkState) {
    let indexes = Array(state.interfaces.indexes.prefix(4))
    for hops in [[]] + indexes.map({ [$0] }) + [indexes] {
        let oracle = OneRoute(interfaces: hops)
        guard let path = try? NetworkPath.evaluate(state, oracle: oracle),
            let explanation = try? PathExplanation.evaluate(state, oracle: oracle)
        else { preconditionFailure("the oracle has an answer to everything") }
        precondition(path == explanation.path, "explained is another path")

        let line = JSONLineEncoder.line(path)
        precondition(line.last == UInt8(ascii: "\n") && !line.dropLast().contains { $0 < 0x20 })
        var reader = JSONReader(line[...])
        precondition((try? reader.document()) != nil, "not JSON")

        let text =
            StatusText(
                path: path, interfaces: path.interfaces, style: .plain, columns: 80
            ).text
            + ExplanationText(
                path: path, answers: explanation.answers, style: .plain
            ).text
        let commands = text.unicodeScalars.filter {
            $0.properties.generalCategory == .control && $0 != "\n"
        }
        precondition(commands.isEmpty, "a terminal would obey it")
    }
}

/// An oracle with one route to every destination.
private struct OneRoute: RouteOracle {
    var interfaces: [UInt32]

    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        let hops = interfaces.filter { query.interface ?? $0 == $0 }
        guard !hops.isEmpty else { return .refused(.noRoute) }
        return .route(RouteReply(nextHops: hops.map { RouteReply.NextHop(interface: $0) }))
    }
}
