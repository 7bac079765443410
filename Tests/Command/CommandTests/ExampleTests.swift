// SPDX-License-Identifier: Apache-2.0

import Testing

/// The examples, each run while a cable is unplugged.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct ExampleTests {
    /// Runs an example until it has printed some texts, and unplugs the cable.
    ///
    /// - Returns: the lines that the example printed.
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

    @Test("The path monitor example follows the path until it is offline")
    func pathMonitor() async throws {
        // The example ends when the machine is offline.
        let lines = try await run("PATH_MONITOR", until: "online: eth0", then: "wait $example")
        #expect(lines.contains("now: offline over Wi-Fi"))
    }

    @Test("The notifier example reports reachable and not reachable")
    func notifier() async throws {
        let lines = try await run(
            "NOTIFIER", until: "reachable by cable",
            then: "says 'not reachable: no interface in use has a link'")
        #expect(lines == ["reachable by cable", "not reachable: no interface in use has a link"])
    }

    @Test("The async example follows the path and the connections")
    func asyncAwait() async throws {
        // The example ends when the machine is offline.
        let lines = try await run(
            "ASYNC_AWAIT", until: "online over ethernet", "not metered: eth0",
            then: "wait $example")
        // The last path can be printed too, if there is time.
        #expect(lines.contains("online over ethernet"))
        #expect(lines.contains("not metered: eth0"))
    }

    @Test("The deferral example runs each download when the network allows it")
    func deferringWork() async throws {
        let lines = try await run("DEFERRING_WORK", until: "is there", then: "wait $example")
        #expect(
            lines.filter { $0.hasSuffix("is there") }.sorted() == [
                "one is there", "three is there", "two is there", "two is there",
            ])
    }

    @Test("The URLSession example waits for the network and downloads")
    func urlSession() async throws {
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
