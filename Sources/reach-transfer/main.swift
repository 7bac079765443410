// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import ReachCommand

// What the loader needed.
CodePages.release()
// The arguments, without those that only readers of process lists see.
let (arguments, areHanded) = (try? HandedArguments.received()) ?? ([], false)
let handed = HandedArguments(arguments)
// If it was called without `reach`, it executes itself again with the secrets in a file, so that lists of processes do not
// show them.
if !areHanded, handed.haveSecrets, let path = CurrentProcess.executablePath,
    let program = try? Executable(named: path)
{
    _ = try? handed.become(program)
}
Reach.main(TransferProgram(), arguments: arguments)
