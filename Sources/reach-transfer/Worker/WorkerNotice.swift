// SPDX-License-Identifier: Apache-2.0

import CommandSystem

/// A message on standard error that transfers wait for somebody who performs them.
enum WorkerNotice {
    /// Writes the message.
    static func notify() {
        StandardStream.error.notify(
            "reach: nobody performs transfers now: 'reach queue run' does, or systemd after "
                + "'systemctl --user enable --now reach-transfer.socket reach-transfer.service'\n")
    }
}
