// SPDX-License-Identifier: Apache-2.0

import Testing

/// A network and the expected output of `reach status --json`: a row of a table.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    let setup: String
    let expected: [(path: String, value: JSON)]
    let arguments: String
    let mountsSysfs: Bool

    /// - Parameters:
    ///   - arguments: further arguments of the command.
    ///   - expected: the values at paths of the JSON object.
    init(
        _ name: String,
        _ setup: String,
        _ expected: KeyValuePairs<String, JSON>,
        arguments: String = "",
        mountsSysfs: Bool = true
    ) {
        self.name = name
        self.setup = setup
        self.expected = expected.map { ($0.key, $0.value) }
        self.arguments = arguments
        self.mountsSysfs = mountsSysfs
    }

    var testDescription: String { name }

    /// Creates the network, runs the command, and compares the output.
    func check() async throws {
        let outcome = try await Namespace.run(
            setup, command: "$REACH status --json \(arguments)", mountsSysfs: mountsSysfs)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let json = try outcome.json
        for (path, value) in expected {
            #expect(json[path] == value, "\(name): \(path)")
        }
    }
}
