// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachCommand

// The loader and the runtime have needed much code that the command does not need.
ProgramPages.releaseStart()
Reach.main(TransferHandOver())
