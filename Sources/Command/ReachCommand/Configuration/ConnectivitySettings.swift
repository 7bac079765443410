// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
package import NetworkReachability

/// The connectivity check of the configuration (`connectivity`).
package struct ConnectivitySettings: Sendable, Hashable {
    /// The address of the server.
    package var url: String
    /// The text that the server answers with; `nil` for status 204.
    package var expectedText: String?
    /// When a path is checked.
    package var rules = ValidationMachine.Rules()
}

// MARK: - JSON

extension ConnectivitySettings: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case url, expect, interval, onMetered
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        func fail(_ key: Key, _ reason: String) -> ConfigurationError {
            ConfigurationError(values.codingPath + [key], reason)
        }
        guard let url = try values.decodeUnlessMissing(String.self, forKey: .url) else {
            throw ConfigurationError(values.codingPath, "must have \"url\"")
        }
        do throws(ProbeAddress.Fault) {
            self.url = try ProbeAddress(url).text
        } catch {
            throw fail(.url, error.explanation)
        }
        if values.contains(.expect) {
            if let text = try? values.decode(String.self, forKey: .expect) {
                guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
                    throw fail(.expect, "must not be empty")
                }
                guard text.utf8.count <= 64 << 10 else {
                    throw fail(.expect, "must not be longer than 64 KiB")
                }
                expectedText = text
            } else if (try? values.decode(Int.self, forKey: .expect)) != 204 {
                throw fail(.expect, "must be a string or 204")
            }
        }
        if let text = try values.decodeUnlessMissing(String.self, forKey: .interval) {
            guard let interval = TimeSpan(argument: text) else {
                throw fail(.interval, "must be a duration, such as \(TimeSpan.examples)")
            }
            guard interval.milliseconds >= 1000 else {
                throw fail(.interval, "must be at least 1s")
            }
            rules.interval = interval.milliseconds
        }
        rules.onMetered =
            try values.decodeUnlessMissing(Bool.self, forKey: .onMetered) ?? false
    }
}
