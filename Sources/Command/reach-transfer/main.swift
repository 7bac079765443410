// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import Glibc
import LinuxSystem
import ReachCommand

// The arguments, without those that only readers of process lists see.
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
// A file that grows too large is the failure of one transfer, and not of all that this process performs.
CurrentProcess.surviveFileSizeLimit()
// What `reach --validated` asks for.
if arguments == [Array(ProbeRequest.argument.utf8)] { exit(ProbeCommand.run()) }
// What `reach export` asks for.
if arguments == [Array(TransferTotals.argument.utf8)] { exit(TotalsCommand.run()) }
ReachTransfer.main(CommandLineArguments(arguments))
