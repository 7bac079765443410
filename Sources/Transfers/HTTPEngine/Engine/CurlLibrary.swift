// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Glibc
internal import LinuxSystem

/// libcurl, which is loaded when HTTP is used first.
enum CurlLibrary {
    /// Loads the library. Call it before any other function of libcurl, which ends the process where the library is missing.
    ///
    /// - Throws: ``SystemError`` (`ELIBACC`) if the library cannot be loaded.
    static func load() throws(SystemError) {
        guard let reason = unsafe ccu_load_failure() else { return }
        throw unsafe SystemError(
            operation: "load libcurl (\(String(cString: reason)))", errno: ELIBACC)
    }
}
