// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// The data plan of an interface at the bottom, whether it carries the path or not; `nil` if it has none.
    ///
    /// - Parameter index: the index of the interface.
    package func dataPlan(ofInterface index: Int) -> DataPlan? {
        guard let index = UInt32(exactly: index), let interface = seen[index] else { return nil }
        return plans.first(for: interface)
    }
}
