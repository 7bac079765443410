// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LinuxSystem

/// Where the configuration is, and what it says.
struct ConfigurationFile {
    /// The places, of which the first file that is there counts.
    let paths: [String]
    /// Whether there must be one: the user named it.
    let isRequired: Bool

    /// The file that the user named, or else the user's own and then the system's.
    init(named path: String?) {
        if let path {
            paths = [path]
            isRequired = true
        } else {
            paths = [Self.userFolder, "/etc"].compactMap(\.self).map { $0 + "/reach/reach.json" }
            isRequired = false
        }
    }

    /// XDG Base Directory Specification: what is not absolute is not to be used.
    private static var userFolder: String? {
        if let folder = ProcessEnvironment.value(of: "XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder
        }
        return ProcessEnvironment.value(of: "HOME").flatMap { home in
            home.hasPrefix("/") ? home + "/.config" : nil
        }
    }

    /// Reads it.
    ///
    /// - Returns: the built-in configuration if there is no file and need not be.
    /// - Throws: ``Failure`` with exit code 78, which names the file and what is wrong in it.
    func read() throws -> Configuration {
        for path in paths {
            do {
                guard let bytes = try readWholeFile(path, limit: Self.limit) else {
                    guard isRequired else { continue }
                    throw ConfigurationError([], "there is no such file")
                }
                return try Configuration(json: bytes)
            } catch let error as ConfigurationError {
                throw Failure.configuration("\(path.escaped): \(error.description.escaped)")
            } catch let error as SystemError {
                // That is no fault of the file's.
                if SystemError.isExhaustion(error.errno) { throw error }
                // In a folder that is not for us (another user's home) there may be none.
                if !isRequired, !fileExists(path) { continue }
                throw Failure.configuration(error.description.escaped)
            }
        }
        return Configuration()
    }

    private static let limit = 1 << 20
}

extension Configuration {
    /// Reads a text.
    ///
    /// - Throws: ``ConfigurationError``
    init(json bytes: [UInt8]) throws {
        // Foundation's decoder traps on some bytes that are no UTF-8 (6.3.1), where JSON5 has a key.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ConfigurationError([], "not UTF-8")
        }
        let decoder = JSONDecoder()
        // For comments.
        decoder.allowsJSON5 = true
        do {
            self = try decoder.decode(Configuration.self, from: Data(bytes))
        } catch let error as DecodingError {
            if case .dataCorrupted(let context) = error, context.codingPath.isEmpty {
                throw Self.syntaxError(bytes)
            }
            throw ConfigurationError(error)
        }
    }

    private static func syntaxError(_ bytes: [UInt8]) -> ConfigurationError {
        if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
            return ConfigurationError([], "the file is empty")
        }
        return ConfigurationError(line: JSONSyntax.faultyLine(of: bytes), "not valid JSON")
    }
}
