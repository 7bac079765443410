// SPDX-License-Identifier: Apache-2.0

internal import CProcessControl

/// What of this process is in memory.
package enum Residence {
    /// Gives back the pages of the program's code that were needed only to start it (`madvise(2)`), for
    /// a program that goes on for long. What is needed again comes back by itself.
    package static func forgetStart() {
        cpc_forget_start()
    }
}
