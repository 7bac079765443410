// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem

/// Messages on standard error about the worker, without which no transfer is performed and no job begins.
enum WorkerNotice {
    /// Says that no worker is running, and how to start one.
    ///
    /// - Parameter kinds: the kinds of the waiting transfers.
    static func notify(of kinds: Set<Transfer.Kind>) {
        StandardStream.error.notify(
            "reach: no worker is running, so \(noun(kinds)) wait: 'reach queue run' starts one, or "
                + "'systemctl --user enable --now reach-transfer.socket reach-transfer.service'"
                + (ServiceManager.stopsAtLogout ? "; \(linger(kinds))\n" : "\n"))
    }

    /// Says that transfers stop when the user logs out, if they do.
    ///
    /// - Parameter kinds: the kinds of the added transfers.
    static func notifyOfLogout(of kinds: Set<Transfer.Kind>) {
        guard ServiceManager.stopsAtLogout else { return }
        StandardStream.error.notify(
            "reach: \(noun(kinds)) stop when you log out; \(linger(kinds))\n")
    }

    private static func noun(_ kinds: Set<Transfer.Kind>) -> String {
        kinds == [.command] ? "jobs" : "transfers"
    }

    private static func linger(_ kinds: Set<Transfer.Kind>) -> String {
        let work = kinds == [.command] ? "runs jobs" : "performs transfers"
        return "after 'loginctl enable-linger', systemd \(work) while you are logged out, too"
    }
}
