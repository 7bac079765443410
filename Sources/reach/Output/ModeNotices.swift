// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// Says on standard error when changes are learnt of by other means than the kernel's word, or some of them late.
struct ModeNotices {
    private var last = PathMonitor.Mode.events
    private var limitations: [NetworkAccessError] = []

    /// Tells how a follower learns of changes, if that is another way than before.
    mutating func tell(_ follower: borrowing PathFollower) {
        tell(follower.mode)
        guard follower.limitations != limitations else { return }
        for limitation in follower.limitations where !limitations.contains(limitation) {
            say("\(limitation.description.escaped); some changes are noticed late")
        }
        if follower.limitations.isEmpty, follower.mode == .events {
            say("all changes are noticed at once again")
        }
        limitations = follower.limitations
    }

    private mutating func tell(_ mode: PathMonitor.Mode) {
        guard mode != last else { return }
        last = mode
        switch mode {
        case .idle: break
        case .events: say("the kernel tells of all changes again")
        case .polling(let error): say("\(error.description.escaped); looking every 10 s")
        case .unavailable(let error): say("\(error.description.escaped); trying again")
        }
    }

    /// That nobody can be told is no reason to end.
    private func say(_ notice: String) {
        StandardStream.error.tell("reach: \(notice)\n")
    }
}
