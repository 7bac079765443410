// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachCommand

// What the loader and the runtime needed to begin.
ProgramPages.releaseStart()
Reach.main(TransferHandOver())
