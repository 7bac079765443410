// SPDX-License-Identifier: Apache-2.0

/// The connectivity check that NetworkManager's configuration files describe (NetworkManager.conf(5), connectivity).
package struct NetworkManagerCheck: Hashable, Sendable {
    /// The address of the server, as a file has it (`uri`).
    package var address: String
    /// The file that has the address.
    package var file: String
    /// The beginning of the content that the server answers with (`response`). If it is empty, the server answers with
    /// status 204 or without content.
    package var response = Self.standardResponse
    /// The seconds between two checks (`interval`).
    package var interval: Int64 = 300
    /// The setting that switches the check off, with its file; `nil` if the check is on.
    package var offSwitch: String?

    /// The content of the answer if no file has a `response`.
    package static let standardResponse = "NetworkManager is online"

    package init(address: String, file: String) {
        self.address = address
        self.file = file
    }
}

/// The configuration files of NetworkManager.
package struct NetworkManagerFiles: Sendable {
    private let root: SystemRoot

    package init(root: SystemRoot = .system) { self.root = root }

    /// The folders with further files, in the order in which NetworkManager reads them. A file of a later folder takes the
    /// place of one with the same name. The main file is read before the last folder.
    private static let folders = ["/usr/lib", "/run", "/etc"].map { $0 + "/NetworkManager/conf.d" }
    private static let main = (folder: "/etc/NetworkManager", name: "NetworkManager.conf")
    /// The file of settings that were changed over D-Bus. Ordinary users may not read it.
    private static let changes = (
        folder: "/var/lib/NetworkManager", name: "NetworkManager-intern.conf"
    )

    /// The maximum number of bytes that are read of one file, and of all files. The rest is ignored.
    private static let limit = 1 << 20
    private static let totalLimit = 8 << 20

    /// Reads the connectivity check. It does not matter whether NetworkManager runs.
    ///
    /// - Returns: `nil` if no file has an address.
    package func readCheck() throws(SystemError) -> NetworkManagerCheck? {
        var settings = Settings()
        var rest = Self.totalLimit
        func read(_ folder: borrowing Folder, _ name: String) throws(SystemError) -> KeyFile? {
            let limit = min(rest, Self.limit)
            guard var bytes = try folder.readBytes(name, limit: limit) else { return nil }
            rest -= bytes.count
            // The last line may be cut.
            if bytes.count == limit {
                bytes.removeSubrange((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0)...)
            }
            return KeyFile(bytes, groups: [Settings.group, Settings.ownGroup])
        }
        func readMain(_ file: (folder: String, name: String)) throws(SystemError) -> KeyFile? {
            guard let folder = try Folder(path: root.path(file.folder)) else { return nil }
            return try read(folder, file.name)
        }
        var names: [[String]] = []
        for path in Self.folders {
            let folder = try Folder(path: root.path(path))
            let entries = try folder?.entries(withPrefix: "") ?? []
            names.append(
                entries.filter { $0.ends(with: ".conf") }
                    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        }
        for (position, path) in Self.folders.enumerated() {
            if position == Self.folders.count - 1, let file = try readMain(Self.main) {
                settings.add(file, at: "\(Self.main.folder)/\(Self.main.name)")
            }
            let masked = Set(names[(position + 1)...].joined().map { Array($0.utf8) })
            guard let folder = try Folder(path: root.path(path)) else { continue }
            for name in names[position] where !masked.contains(Array(name.utf8)) {
                guard let file = try read(folder, name), Settings.counts(file) else { continue }
                settings.add(file, at: "\(path)/\(name)")
            }
        }
        if let file = try readMain(Self.changes) {
            settings.change(file, at: "\(Self.changes.folder)/\(Self.changes.name)")
        }
        return settings.check
    }
}

/// The settings of the connectivity check, file by file.
private struct Settings {
    static let group = "connectivity"
    /// The group that is about the file itself.
    static let ownGroup = ".config"

    private enum Key: String, CaseIterable {
        case uri, response, interval, enabled
    }

    private var values: [Key: (value: ArraySlice<UInt8>, file: String)] = [:]

    /// Adds the settings of a file, which replace earlier ones. Keys like `uri+` are for lists, and the check has none.
    mutating func add(_ file: KeyFile, at path: String) {
        for key in Key.allCases {
            if let value = file.rawValue(key.rawValue, in: Self.group) {
                values[key] = (value, path)
            }
        }
    }

    /// Adds settings that were changed over D-Bus. Each counts while the other files are as they were at the change.
    mutating func change(_ file: KeyFile, at path: String) {
        for key in Key.allCases {
            guard let value = file.rawValue(".set.\(key.rawValue)", in: Self.group),
                file.rawValue(".was.\(key.rawValue)", in: Self.group) == values[key]?.value
            else { continue }
            values[key] = (value, path)
        }
    }

    /// The check; `nil` if there is no address.
    var check: NetworkManagerCheck? {
        guard let uri = values[.uri], let text = KeyFile.text(uri.value) else { return nil }
        let bytes = Array(text.utf8)[...]
        let address = String(
            decoding: bytes.withoutLeadingBlanks.withoutTrailingBlanks, as: UTF8.self)
        guard !address.isEmpty else { return nil }
        var check = NetworkManagerCheck(address: address, file: uri.file)
        if let response = values[.response].flatMap({ KeyFile.text($0.value) }) {
            check.response = response
        }
        if let interval = values[.interval], let seconds = interval.value.number {
            check.interval = seconds
            if seconds == 0 { check.offSwitch = "interval=0 in \(interval.file)" }
        }
        if let enabled = values[.enabled], enabled.value.truth == false {
            check.offSwitch = "enabled=false in \(enabled.file)"
        }
        return check
    }

    /// Whether a file counts, by the key `enable` of its group `.config`.
    ///
    /// A condition on the version counts as for a NetworkManager that is newer than all versions. One on a variable of its
    /// environment does not hold. (Conditions are connected by or; those with `except:` rule a file out.)
    static func counts(_ file: KeyFile) -> Bool {
        guard let value = file.rawValue("enable", in: ownGroup) else { return true }
        if let truth = value.truth { return truth }
        var hasPositive = false
        var isPositive = false
        let conditions = String(decoding: value, as: UTF8.self).unicodeScalars.split {
            $0 == "," || $0 == ";" || $0 == " " || $0 == "\t"
        }
        for condition in conditions.map({ String($0) }) {
            let isException = condition.begins(with: "except:")
            let rest = String(
                decoding: condition.utf8.dropFirst(isException ? 7 : 0), as: UTF8.self)
            let holds = rest.begins(with: "nm-version-min:") || rest.isSameText(as: "all")
            if isException, holds { return false }
            if !isException { (hasPositive, isPositive) = (true, isPositive || holds) }
        }
        return isPositive || !hasPositive
    }
}

extension ArraySlice<UInt8> {
    /// The whole number from 0 on that the bytes are in decimal digits; `nil` if they are something else.
    fileprivate var number: Int64? {
        let digits = withoutTrailingBlanks
        guard (1...10).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Whether the bytes are a word for true, or for false; `nil` if they are neither.
    fileprivate var truth: Bool? {
        switch String(decoding: withoutTrailingBlanks, as: UTF8.self).lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }
}
