// SPDX-License-Identifier: Apache-2.0

import CLimit
import Glibc
import LinuxSystem
import Netlink
import Reachability

/// Measures the costs of the library's parts:
///
///     library-benchmarks ROUNDS MESSAGE
///
/// MESSAGE is a link message of a kernel, in hexadecimal digits. All benchmarks run once in each
/// round. The result is a JSON object with the nanoseconds and the allocations of each.
@main enum Program {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 3, let rounds = Int(words[1]), rounds > 0,
            let message = bytes(ofHexadecimal: words[2])
        else { fatalError("usage: library-benchmarks ROUNDS MESSAGE") }
        var benchmarks =
            try decoding(message) + classification() + events() + evaluation() + delivery()
        for round in -2..<rounds {
            for index in benchmarks.indices {
                try benchmarks[index].run(isMeasured: round >= 0)
            }
        }
        print("{\(benchmarks.map(\.json).joined(separator: ","))}")
        // The destruction of ten thousand monitors is not measured.
        withExtendedLifetime(benchmarks) { exit(0) }
    }

    private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    /// Decodes a link message with the library, and with the C code of the limit.
    private static func decoding(_ message: [UInt8]) -> [Benchmark] {
        [
            Benchmark("decode", batch: 20_000) { _ in
                use(try LinkMessage(decoding: message.span.bytes))
            },
            Benchmark("decodeLimit", batch: 20_000) { _ in
                message.withUnsafeBytes { use(limit_decode_link($0.baseAddress)) }
            },
        ]
    }

    /// Changes an interface from Ethernet to a tunnel and back: each change classifies it again.
    private static func classification() -> [Benchmark] {
        var state = Network(interfaces: 10).state
        let index = Network.uplink + 5
        let links = ["wireguard", "veth"].map { kind in
            var link = Network.link(index, hasCarrier: false)
            link.kind = kind
            return link
        }
        return [
            Benchmark("classify", batch: 5_000) { number in
                use(state.apply(.link(links[number % 2])))
            }
        ]
    }

    /// Applies a link message that does not affect the path.
    private static func events() -> [Benchmark] {
        [10, 10_000].map { count in
            var state = Network(interfaces: count).state
            let index = Network.uplink + UInt32(count) / 2
            let links = [1400, 1500].map { Network.link(index, hasCarrier: false, mtu: $0) }
            return Benchmark("apply\(count)", batch: 5_000) { number in
                use(state.apply(.link(links[number % 2])))
            }
        }
    }

    /// Evaluates the path.
    private static func evaluation() -> [Benchmark] {
        [10, 10_000].map { count in
            let network = Network(interfaces: count)
            return Benchmark("evaluate\(count)", batch: 500) { _ in use(try network.path()) }
        }
    }

    /// Delivers a changed path to all consumers; the cost is per consumer.
    private static func delivery() throws -> [Benchmark] {
        var network = Network(interfaces: 2)
        let there = try network.path()
        _ = network.state.apply(.link(Network.link(Network.uplink, hasCarrier: false)))
        let paths = [there, try network.path()]
        return [(1, 1_000), (100, 50), (10_000, 1)].flatMap { (count, batch) in
            let tasks = Consumers(tasks: count, paths)
            let handlers = Consumers(handlers: count, paths)
            return [
                Benchmark("tasks\(count)", batch: batch, shares: count) { tasks.deliver($0) },
                Benchmark("handlers\(count)", batch: batch, shares: count) { handlers.deliver($0) },
                Benchmark("comeAndGo\(count)", batch: 10) { _ in handlers.comeAndGo() },
            ]
        }
    }
}
