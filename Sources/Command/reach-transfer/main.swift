// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import Glibc
import LinuxSystem
import ReachCommand

// The arguments, but for those that are there for lists of processes.
let arguments: [[UInt8]]
let areHanded: Bool
do { (arguments, areHanded) = try HandedArguments.received() } catch {
    try? StandardStream.error.write("reach: the arguments cannot be read: \(error)\n")
    exit(70)
}
let handed = HandedArguments(arguments)
// If it was called without `reach`, it executes itself again with the secrets in a file, so that lists of processes do not
// show them.
if !areHanded, handed.haveSecrets, let path = CurrentProcess.executablePath,
    let program = try? Executable(named: path)
{
    _ = try? handed.exec(program)
}
// A file that grows too large fails one transfer, and not all of this process.
CurrentProcess.surviveFileSizeLimit()
// For `reach --validated`.
if arguments == [Array(ProbeRequest.argument.utf8)] { exit(HelperCommands.checkPath()) }
// For `reach export`.
if arguments == [Array(TransferTotals.argument.utf8)] { exit(HelperCommands.countTransfers()) }
ReachTransfer.main(CommandLineArguments(arguments))
