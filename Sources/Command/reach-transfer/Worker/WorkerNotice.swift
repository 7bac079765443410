// SPDX-License-Identifier: Apache-2.0

import CommandSystem

/// Messages on standard error about the worker, without which no transfer is performed.
enum WorkerNotice {
    /// Says that no worker is running, and how to start one.
    static func notify() {
        StandardStream.error.notify(
            "reach: no worker is running, so transfers wait: 'reach queue run' starts one, or "
                + "'systemctl --user enable --now reach-transfer.socket reach-transfer.service'"
                + (ServiceManager.stopsAtLogout ? "; \(linger)\n" : "\n"))
    }

    /// Says that transfers stop when the user logs out, if they do.
    static func notifyOfLogout() {
        guard ServiceManager.stopsAtLogout else { return }
        StandardStream.error.notify("reach: transfers stop when you log out; \(linger)\n")
    }

    private static let linger =
        "after 'loginctl enable-linger', systemd performs transfers while you are logged out, too"
}
