// SPDX-License-Identifier: Apache-2.0

/// Whether an HTTP status says that the same request may succeed later: 408, 425, 429, and 5xx.
package func isTransientStatus(_ status: Int) -> Bool {
    [408, 425, 429].contains(status) || (500...599).contains(status)
}
