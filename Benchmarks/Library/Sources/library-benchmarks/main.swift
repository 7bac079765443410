// SPDX-License-Identifier: Apache-2.0
import CAllocations
import Netlink
import Reachability
import ReachabilityTesting

let state = NetworkState()
print(LinkMessage(index: 1, hardwareType: 1).index, allocation_count())
let array = [1, 2, 3].map { $0 * Int.random(in: 1...3) }
print(array, allocation_count())
