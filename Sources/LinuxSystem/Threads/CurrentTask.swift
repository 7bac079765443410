// SPDX-License-Identifier: Apache-2.0

/// The Swift task that runs now.
package enum CurrentTask {
    /// Tells tasks apart that exist at the same time; `nil` outside of tasks. A child task has another
    /// identity than its parent.
    package static var identity: Int? {
        unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue }
    }
}
