// SPDX-License-Identifier: Apache-2.0

import Testing

/// The examples, each run beside a cable that is pulled.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct ExampleTests {
    /// Runs an example until it has said some things, and the cable is pulled.
    ///
    /// - Returns: its lines.
    private func run(
        _ example: String, until lines: String..., then last: String
    ) async throws -> [Substring] {
        let outcome = try await Namespace.run(
            """
            sysctl -qw net.ipv6.conf.default.disable_ipv6=1
            uplink eth0 192.0.2.7/24 192.0.2.1
            stdbuf -oL "$\(example)" >"$TEST_FOLDER/lines" 2>&1 & example=$!
            says() { await grep -q "$1" "$TEST_FOLDER/lines"; }
            \(lines.map { "says '\($0)'" }.joined(separator: "\n"))
            unplug eth0
            \(last)
            """, command: "cat \"$TEST_FOLDER/lines\"")
        return outcome.text.split(separator: "\n")
    }

    @Test func pathMonitor() async throws {
        // It ends when it is offline.
        let lines = try await run("PATH_MONITOR", until: "online: eth0", then: "wait $example")
        #expect(lines.contains("now: offline by Wi-Fi"))
    }

    @Test func notifier() async throws {
        let lines = try await run(
            "NOTIFIER", until: "reachable by cable",
            then: "says 'not reachable: no interface has a link'")
        #expect(lines == ["reachable by cable", "not reachable: no interface has a link"])
    }

    @Test func asyncAwait() async throws {
        // It ends when it is offline.
        let lines = try await run(
            "ASYNC_AWAIT", until: "online by ethernet", "here it may be more: eth0",
            then: "wait $example")
        // Who follows is told of the end too, if there is time.
        #expect(lines.contains("online by ethernet"))
        #expect(lines.contains("here it may be more: eth0"))
    }

    @Test func deferringWork() async throws {
        let lines = try await run("DEFERRING_WORK", until: "is there", then: "wait $example")
        #expect(
            lines.filter { $0.hasSuffix("is there") }.sorted() == [
                "one is there", "three is there", "two is there", "two is there",
            ])
    }

    @Test func urlSession() async throws {
        let outcome = try await Namespace.run(
            """
            TMPDIR=$TEST_FOLDER stdbuf -oL "$URL_SESSION" data:,hello >"$TEST_FOLDER/lines" 2>&1 &
            example=$!
            await grep -q 'waiting: offline' "$TEST_FOLDER/lines"
            ! grep -q bytes "$TEST_FOLDER/lines"
            uplink eth0 192.0.2.7/24 192.0.2.1
            wait $example
            """, command: "cat \"$TEST_FOLDER/lines\" \"$TEST_FOLDER\"/*.download")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.contains("100 % of 5 bytes"))
        #expect(lines.last == "hello")
    }
}
