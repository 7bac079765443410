// SPDX-License-Identifier: Apache-2.0

internal import CProcessControl

/// Process 1, which a program is in a container that was started for it alone.
package enum FirstProcess {
    /// Lets SIGTERM, SIGINT, SIGHUP and SIGQUIT end this process with 128 + N if it is process 1.
    ///
    /// The kernel does not deliver a signal to process 1 that this has no handler for.
    package static func endBySignals() { cpc_end_by_signals_as_first_process() }
}
