// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The names of this network namespace's interfaces.
package enum InterfaceNames {
    /// All of them, in the order of the kernel (`if_nameindex(3)`); none if it does not tell.
    package static func all() -> [String] {
        guard let list = unsafe if_nameindex() else { return [] }
        defer { unsafe if_freenameindex(list) }
        var names: [String] = []
        var next = unsafe list
        while let name = unsafe next.pointee.if_name {
            unsafe names.append(String(cString: name))
            unsafe next += 1
        }
        return names
    }
}
