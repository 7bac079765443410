// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// A duration of days of 24 hours, in which deadlines of transfers are reckoned: `.run(after: .days(3))`.
    public static func days(_ days: some BinaryInteger) -> Duration {
        .seconds(Int64(days) * 86_400)
    }
}
