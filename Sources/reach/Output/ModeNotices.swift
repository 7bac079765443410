// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// Says on standard error when changes are learnt of by other means than the kernel's word.
struct ModeNotices {
    private var last = PathMonitor.Mode.events

    /// Tells how changes are learnt of, if that is another way than before.
    mutating func tell(_ mode: PathMonitor.Mode) throws(SystemError) {
        guard mode != last else { return }
        last = mode
        switch mode {
        case .idle: break
        case .events: try say("the kernel tells of all changes again")
        case .polling(let error): try say("\(error.description.escaped); looking every 10 s")
        case .unavailable(let error): try say("\(error.description.escaped); trying again")
        }
    }

    private func say(_ notice: String) throws(SystemError) {
        try StandardStream.error.write("reach: \(notice)\n")
    }
}
