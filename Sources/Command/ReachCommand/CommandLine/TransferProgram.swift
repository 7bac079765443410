// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import CommandSystem
package import LinuxSystem

/// The program `reach-transfer`. Only it knows transfers and HTTP, so that `reach` loads neither a database nor libcurl.
enum TransferProgram {
    private static let name = "reach-transfer"

    /// Replaces this process by the program, with the same arguments.
    ///
    /// - Throws: ``Failure`` if the program is not installed.
    static func exec(_ arguments: [[UInt8]]) throws {
        throw Failure(try HandedArguments(arguments).exec(executable()))
    }

    /// The program.
    ///
    /// - Parameter purpose: what needs it, for the message.
    /// - Throws: ``Failure`` if it is not installed, or cannot be executed.
    static func executable(for purpose: String? = nil) throws -> Executable {
        do throws(Executable.Failure) {
            return try find()
        } catch {
            let beginning = purpose.map { "\($0): " } ?? ""
            let reason =
                switch error {
                case .notFound: "the program \(name) is not installed: install the package \(name)"
                case .notExecutable(let error): error.description.escaped
                }
            throw Failure(beginning + reason, exitCode: 69)
        }
    }

    /// The program beside this one, or in `../libexec/reach`. Symbolic links to this one are followed.
    private static func find() throws(Executable.Failure) -> Executable {
        guard let own = CurrentProcess.executablePath,
            let slash = own.lastIndex(of: UInt8(ascii: "/"))
        else { throw .notFound }
        // A folder that may not be entered is no reason to say that the program is not installed.
        do throws(Executable.Failure) {
            return try Executable(named: Array(own[...slash]) + Array(name.utf8))
        } catch {
            guard error == .notFound else { throw error }
            return try Executable(
                named: Array(own[...slash]) + Array("../libexec/reach/\(name)".utf8))
        }
    }
}

/// A command that `reach-transfer` performs. Only that program knows its options.
package protocol TransferSubcommand: Subcommand {}

extension TransferSubcommand {
    package static func perform(_ arguments: CommandLineArguments) throws {
        try TransferProgram.exec(arguments.bytes)
    }
}

/// `reach doctor`
package struct DoctorCall: TransferSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find out why the network does not work, by asking it step by step.")

    package init() {}
}

/// `reach fetch`
package struct FetchCall: TransferSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Download files when conditions hold, across interruptions and reboots.")

    package init() {}
}

/// `reach upload`
package struct UploadCall: TransferSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "upload",
        abstract: "Upload a file when conditions hold, across interruptions and reboots.")

    package init() {}
}

/// `reach defer`
package struct DeferCall: TransferSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "defer",
        abstract: "Run a command when conditions hold, once or periodically, across reboots.")

    package init() {}
}

/// `reach queue`
package struct QueueCall: TransferSubcommand {
    package static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List, watch and change the transfers and jobs of this user.")

    package init() {}
}

/// The arguments of `reach-transfer`. If there are secrets among them, all of them are in a file in memory, and the program
/// has only what every user may read in lists of processes.
///
/// A plain exec would show the secrets until `reach-transfer` has started. So `reach` recognizes header fields and
/// addresses, too, which is all that it knows of the options of transfers.
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

    /// Replaces this process by a program with these arguments (`execve(2)`).
    ///
    /// - Returns: why it failed.
    package func exec(_ program: Executable) throws(SystemError) -> SystemError {
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
