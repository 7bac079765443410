// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem

/// The program `reach-transfer`, which alone knows transfers and HTTP, so that a look at the network loads neither a
/// database nor libcurl.
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
    /// - Throws: ``Failure`` if it is not installed.
    static func executable(for purpose: String? = nil) throws -> Executable {
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
