// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachCommand

// What the loader needed.
ProgramPages.release()
Reach.main(TransferHandOver())
