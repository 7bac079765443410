// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import ReachCommand

// The arguments, without those that only readers of process lists see.
let (arguments, areHanded) = (try? HandedArguments.received()) ?? ([], false)
let handed = HandedArguments(arguments)
// What was called without `reach` has its secrets on the command line, until it becomes itself again without them.
if !areHanded, handed.haveSecrets, let path = CurrentProcess.executablePath,
    let program = try? Executable(named: path)
{
    _ = try? handed.become(program)
}
Reach.main(TransferProgram(), arguments: arguments)
