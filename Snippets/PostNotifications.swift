// SPDX-License-Identifier: Apache-2.0

// snippet.observe
import Foundation
import Reachability
import ReachabilityFoundation

let reachability = try Reachability()
Reachability.postsNotifications = true
let observer = NotificationCenter.default.addObserver(
    forName: .reachabilityChanged, object: reachability, queue: nil
) { note in
    guard let reachability = note.object as? Reachability else { return }
    print(reachability.connection)
}
try reachability.startNotifier()
// snippet.end

RunLoop.main.run()
