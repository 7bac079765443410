// SPDX-License-Identifier: Apache-2.0

// snippet.observe
import Foundation
import ReachabilityFoundation

let reachability = try Reachability()
let observer = NotificationCenter.default.addObserver(
    forName: .reachabilityChanged, object: reachability, queue: nil
) { note in
    guard let reachability = note.object as? Reachability else { return }
    print(reachability.connection)
}
try reachability.startNotifier()
// snippet.end

RunLoop.main.run()
