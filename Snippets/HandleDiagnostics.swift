// SPDX-License-Identifier: Apache-2.0

// snippet.diagnostics
import Reachability

NetworkDiagnostic.handler = { diagnostic in
    print("\(diagnostic.level) [\(diagnostic.code)] \(diagnostic)")
}
// snippet.end

for await path in PathMonitor() { print(path.status) }
