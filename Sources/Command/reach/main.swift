// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import ReachCommand

// A file that grows too large fails one line of a record or one picture, and not this process.
CurrentProcess.surviveFileSizeLimit()
Reach.main()
