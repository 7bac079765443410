// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import CommandSystem
package import LinuxSystem

/// Hands the commands about transfers over to the program `reach-transfer`, in place of this one (`execve(2)`).
package struct TransferHandOver: TransferCommands {
    /// The name of the program.
    private static let name = "reach-transfer"

    package init() {}

    package func handOver() { try? become() }

    package func fetch(_ request: FetchRequest) throws { try become() }

    package func upload(_ request: UploadRequest) throws { try become() }

    package func queue(_ request: QueueRequest) throws { try become() }

    package func completions(of subject: Completions.TransferSubject) -> [Completions.Candidate] {
        // The other program answers the whole request of the shell.
        handOver()
        return []
    }

    private func become() throws {
        let program = try Self.program()
        let arguments = Array(CurrentProcess.arguments.dropFirst())
        throw Failure(try HandedArguments(arguments).become(program))
    }

    /// The program.
    ///
    /// - Parameter purpose: what needs it, for the message.
    /// - Throws: ``Failure`` if it is not installed.
    static func program(for purpose: String? = nil) throws -> Executable {
        if let program = find() { return program }
        let beginning = purpose.map { "\($0): " } ?? ""
        throw Failure(
            reason: beginning
                + "the program \(name) is not installed: install the package \(name)",
            code: ExitCode(69))
    }

    /// The program beside this one, or in `../libexec/reach`. Symbolic links to this one are followed.
    private static func find() -> Executable? {
        guard let own = CurrentProcess.executablePath,
            let slash = own.lastIndex(of: UInt8(ascii: "/"))
        else {
            return nil
        }
        let folder = Array(own[...slash])
        return ["", "../libexec/reach/"].lazy.compactMap { place in
            try? Executable(named: folder + Array((place + name).utf8))
        }.first
    }
}

/// The arguments of a program that another one becomes. Those with secrets are not among the program's arguments, which
/// every user can read: then all of them are in a file in memory.
package struct HandedArguments {
    /// The argument before the number of the file's descriptor. The arguments after it are for readers of process lists.
    private static let mark = "---arguments"

    private let arguments: [[UInt8]]

    package init(_ arguments: [[UInt8]]) { self.arguments = arguments }

    /// Whether an argument has a header field, or an address with a user, a password or a query.
    package var haveSecrets: Bool { shown.map { Array($0.utf8) } != arguments }

    /// The arguments without secrets.
    var shown: [String] {
        var isField = false
        var isCommand = false
        return arguments.map { String(decoding: $0, as: UTF8.self) }.map { text in
            let option = Self.headerOption(in: text)
            defer {
                isField = option == text
                if text == "--" || text == "--then" { isCommand = true }
            }
            if isCommand { return text }
            if isField { return Self.name(of: text) }
            if let option, option != text {
                return option
                    + Self.name(of: String(text.unicodeScalars.dropFirst(option.utf8.count)))
            }
            return URLAuthority(text) != nil ? WebAddress.shown(text) : text
        }
    }

    /// The beginning of an argument up to the header field: `--header`, `--header=`, `-H`, or `-jH` with other letters
    /// before it; `nil` if there is none.
    private static func headerOption(in text: String) -> String? {
        if text == "--header" { return text }
        if text.begins(with: "--header=") { return "--header=" }
        guard text.begins(with: "-"), !text.begins(with: "--"),
            case let scalars = text.unicodeScalars, let letter = scalars.firstIndex(of: "H"),
            scalars[..<letter].dropFirst().allSatisfy(\.properties.isAlphabetic)
        else { return nil }
        return String(scalars[...letter])
    }

    private static func name(of field: String) -> String {
        String(field.unicodeScalars.prefix { $0 != ":" }) + ": …"
    }

    /// Replaces this process by a program with these arguments.
    ///
    /// - Returns: why it failed.
    package func become(_ program: Executable) throws(SystemError) -> SystemError {
        let name = [program.path]
        guard haveSecrets else { return program.replaceThisProcess(name + arguments) }
        let content = Array(arguments.joined(separator: [0]))
        return try program.replaceThisProcess(handing: content) { descriptor in
            name + ([Self.mark, "\(descriptor)"] + shown).map { Array($0.utf8) }
        }
    }

    /// The arguments that this process was given, without its name: by descriptor, or on its command line.
    package static func received() throws(SystemError) -> (arguments: [[UInt8]], byDescriptor: Bool)
    {
        let arguments = Array(CurrentProcess.arguments.dropFirst())
        guard arguments.first == Array(mark.utf8), arguments.count >= 2,
            let descriptor = Int32(String(decoding: arguments[1], as: UTF8.self))
        else { return (arguments, false) }
        let content = try InputFile.readHanded(descriptor)
        return (content.split(separator: 0, omittingEmptySubsequences: false).map(Array.init), true)
    }
}
