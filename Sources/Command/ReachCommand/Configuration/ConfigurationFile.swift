// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import CommandSystem
package import LinuxSystem
package import NetworkReachability

/// The configuration file.
package struct ConfigurationFile: Sendable, Hashable {
    /// The candidates. The first file that exists is used.
    let paths: [String]
    /// Whether the file must exist, because the user named it.
    let isRequired: Bool

    /// Creates the file that the user named, else the user's own file or that of the system.
    package init(named path: String?) {
        if let path {
            paths = [path]
            isRequired = true
        } else {
            paths = [Self.userFolder, "/etc"].compactMap(\.self).map { $0 + "/reach/reach.json" }
            isRequired = false
        }
    }

    /// The folder for configuration files.
    private static var userFolder: String? {
        ProcessEnvironment.folder("XDG_CONFIG_HOME", inHome: ".config")
    }

    /// Reads the file.
    ///
    /// - Parameter again: whether it was read before. Only the first time a file that the user named may be a pipe: a
    ///   command that follows the network must not wait for a writer.
    /// - Returns: the default configuration if there is no file and none is required.
    /// - Throws: ``Failure`` with exit code 78, which names the file and the error.
    package func read(again: Bool = false) throws -> Configuration {
        for path in paths {
            do {
                let bytes = try InputFile.read(
                    path, limit: Self.limit, mayBePipe: isRequired && !again)
                guard let bytes else {
                    // A link that leads nowhere was meant to be a file: the one it led to may have said that the network is metered.
                    let isLink = try FileFacts.of(path, followsLink: false)?.kind == .link
                    guard isRequired || isLink else { continue }
                    throw ConfigurationError(
                        [], isLink ? "a link to a file that does not exist" : "no such file")
                }
                return try Configuration(json: bytes)
            } catch let error as ConfigurationError {
                throw Failure.configuration("\(path.escaped): \(error.description.escaped)")
            } catch let error as SystemError {
                // The file is not at fault.
                if SystemError.isExhaustion(error.errno) { throw error }
                if isOfAnotherUser(path) { continue }
                // A file that cannot be read is not a missing file: it may say that the network is metered.
                throw Failure.configuration(error.description.escaped)
            }
        }
        return Configuration()
    }

    private static let limit = 1 << 20

    /// Whether a file is below the home of another user, as HOME can say after a change of the user.
    private func isOfAnotherUser(_ path: String) -> Bool {
        guard !isRequired, let folder = Self.userFolder, path.begins(with: folder),
            let home = ProcessEnvironment.value(of: "HOME"), path.begins(with: home + "/"),
            let facts = try? FileFacts.of(home, followsLink: true)
        else { return false }
        return facts.owner != effectiveUser
    }
}

extension Configuration {
    /// Decodes a configuration from JSON.
    ///
    /// - Throws: ``ConfigurationError``
    init(json bytes: [UInt8]) throws {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ConfigurationError([], "not UTF-8")
        }
        var reader = JSONReader(bytes[...], as: .json5)
        let value: JSONValue
        do {
            value = try reader.document()
        } catch {
            let isEmpty = bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            throw isEmpty
                ? ConfigurationError([], "the file is empty")
                : ConfigurationError(line: reader.line, "not valid JSON")
        }
        do {
            self = try value.decode(Configuration.self)
        } catch let error as DecodingError {
            throw ConfigurationError(error)
        }
        if let path = value.repeatedMember() {
            throw ConfigurationError(path, "is given twice")
        }
    }
}

extension JSONValue {
    /// Returns the first member that its object has twice, as the keys that lead to it; `nil` if there is none. The decoder
    /// keeps one of them.
    fileprivate func repeatedMember(at path: [any CodingKey] = []) -> [any CodingKey]? {
        switch self {
        case .object(let members):
            // As the decoder compares them.
            var names: Set<String> = []
            for member in members {
                let path = path + [MemberKey(member.name)]
                if !names.insert(member.name).inserted { return path }
                if let found = member.value.repeatedMember(at: path) { return found }
            }
        case .array(let elements):
            for (position, element) in elements.enumerated() {
                let path = path + [ElementKey(position)]
                if let found = element.repeatedMember(at: path) { return found }
            }
        case .null, .bool, .number, .string: break
        }
        return nil
    }
}

/// The value of the option `--config`.
extension ConfigurationFile: ExpressibleByArgument {
    /// The help of the option.
    package static let help = ArgumentHelp(
        "Read this configuration file instead of reach/reach.json in $XDG_CONFIG_HOME or /etc.",
        valueName: "file")

    package static var defaultCompletionKind: CompletionKind { .file() }

    /// The file that is used without the option.
    package static var standard: ConfigurationFile { ConfigurationFile(named: nil) }

    package init(argument: String) { self.init(named: argument) }

    /// The help already names the usual files.
    package var defaultValueDescription: String { "" }
}

/// A configuration that is read again when its file changes.
package struct FollowedConfiguration: ~Copyable {
    private let file: ConfigurationFile
    private let files: FileWatch
    private let subject: FileWatch.Subject
    /// Checks what the command needs of a configuration.
    private let check: (Configuration) throws -> Void
    private var notice = FailureNotice()
    /// The content of the file.
    package private(set) var configuration: Configuration

    /// The question that the configuration asks about the path.
    package var question: PathQuestion { configuration.question }

    /// Reads a file and follows it.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - files: watches the file. The caller adds it to its poll set.
    ///   - check: checks what the command needs of a configuration, such as the places that a condition names. One that
    ///     lacks it does not take effect.
    package init(
        _ file: ConfigurationFile, _ files: FileWatch,
        check: @escaping (Configuration) throws -> Void = { _ in }
    ) throws {
        // The watch begins before the first read, so that no change is missed.
        let subject = files.add(file.paths)
        let first = try file.read()
        try check(first)
        configuration = first
        self.check = check
        self.files = files
        self.subject = subject
        self.file = file
    }

    /// Reads the file again if it has changed. An invalid file is reported on standard error, and the previous
    /// configuration stays in effect.
    ///
    /// The wait of a `PathTracker` with the same watch has received what the watch reports. Receiving it again here
    /// would take what other files report from those who read it in the course of that wait.
    ///
    /// - Returns: whether the configuration has changed.
    package mutating func reread() -> Bool {
        guard files.readChange(of: subject) else { return false }
        do {
            let new = try file.read(again: true)
            try check(new)
            notice.clear()
            guard new != configuration else { return false }
            configuration = new
            return true
        } catch {
            notice.report("\(Failure(error).reason); the previous configuration stays in effect")
            return false
        }
    }
}

extension ConfigurationFile {
    /// Makes sure that the path can be checked: there is an address, or NetworkManager checks.
    ///
    /// - Throws: ``Failure`` with exit code 78, which says what to configure.
    package func checkValidation() throws {
        let configuration = try read()
        guard configuration.connectivity == nil else { return }
        let files = DefaultConnectivity()
        guard files.settings == nil else { return }
        let pathTracker = PathTracker(
            [configuration.question], showsAll: false, costPatience: PathTracker.costPatience)
        try checkValidation(by: pathTracker, files)
    }

    /// Makes sure that NetworkManager checks the path, or that its files have an address. The tracker has waited for its
    /// answer.
    func checkValidation(
        by pathTracker: borrowing PathTracker, _ files: DefaultConnectivity
    ) throws {
        guard !pathTracker.checksConnectivity else { return }
        var reason =
            pathTracker.missingAnswerReason.map { ": \($0.escaped)" }
            ?? " (NetworkManager.conf(5), section connectivity)"
        switch files {
        case .settings: return
        case .refused(let refusal): reason += ". NetworkManager: \(refusal)"
        case .absent: break
        }
        throw Failure.configuration(
            "--validated: the connection cannot be checked. Write \"connectivity\": {\"url\": \"http://…\"} to "
                + paths.map(\.escaped).joined(separator: " or ")
                + ", or have NetworkManager check it" + reason + ". " + Self.exampleAddresses)
    }

    /// Addresses that distributions configure for their own machines.
    private static let exampleAddresses =
        #"Examples are the addresses of Debian, {"url": "http://network-test.debian.org/nm", "#
        + #""expect": "NetworkManager is online"}, and of Fedora, "#
        + #"{"url": "http://fedoraproject.org/static/hotspot.txt", "expect": "OK"}"#
}
