// SPDX-License-Identifier: Apache-2.0

/// The current boot of the machine.
package enum Boot {
    /// The kernel's identifier of this boot (`/proc/sys/kernel/random/boot_id`); empty if it is unknown.
    package static let identifier: String = {
        let text = (try? readFile("/proc/sys/kernel/random/boot_id")) ?? nil
        return text.map { String($0.unicodeScalars.filter { $0 > " " }) } ?? ""
    }()
}
