// SPDX-License-Identifier: Apache-2.0

// A program that uses the library and nothing else, to see what that pulls in.

import NetworkReachability

let path = try NetworkPath.current()
print(path.status, path.connection, path.primary?.name ?? "-")
