// SPDX-License-Identifier: Apache-2.0

import Reachability

/// The interfaces that a line of `reach watch` shows, and their JSON, which is written again only for
/// those that differ from the line before.
struct ShownInterfaces {
    private var interfaces: [NetworkInterface] = []
    /// The JSON of each.
    private(set) var texts: [[UInt8]] = []

    /// Takes in those of the next line.
    ///
    /// - Returns: whether they differ from those before in what a line shows of them. (It does not show
    ///   all, such as their other names.)
    @discardableResult
    mutating func take(_ new: [NetworkInterface]) -> Bool {
        guard new != interfaces else { return false }
        let old = texts
        texts = new.map { interface in
            let position = interfaces.firstIndex { $0.index == interface.index }
            if let position, interfaces[position] == interface { return old[position] }
            var json = JSONWriter()
            json.write(interface)
            return json.written
        }
        interfaces = new
        return texts != old
    }
}
