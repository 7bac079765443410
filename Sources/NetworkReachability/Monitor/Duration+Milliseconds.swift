// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The duration in whole milliseconds; 0 for a negative one.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        return overflows ? .max / 2 : max(0, whole + attoseconds / 1_000_000_000_000_000)
    }
}
