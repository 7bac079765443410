// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Building the package on a machine that lacks the libraries' headers.
@Suite struct MissingHeaderTests {
    private static let sources = Program.package.appending(path: "Sources")

    @Test(
        "A missing header is one error that names the package to install",
        arguments: [
            ("System/CNetlink", "libnl-route-3-dev"),
            ("System/CNetlinkGeneric", "libnl-genl-3-dev"),
            ("System/CSystemd", "libsystemd-dev"), ("Transfers/CCurl", "libcurl4-openssl-dev"),
            ("Transfers/CCrypto", "libssl-dev"), ("Transfers/CCares", "libc-ares-dev"),
        ])
    func missingHeader(module: String, package: String) async throws {
        let outcome = try await Program.run([
            "clang", "-fsyntax-only", "-fno-caret-diagnostics",
            // As if no header were there.
            "-Wno-builtin-macro-redefined", "-D__has_include(header)=0",
            "-x", "c", Self.sources.appending(path: "\(module)/shim.h").path,
        ])
        let errors = outcome.errors.split(separator: "\n").filter { $0.contains("error:") }
        #expect(outcome.status == 1)
        #expect(errors.count == 1, "\(outcome.errors)")
        #expect(errors.first?.contains("apt install \(package)") == true, "\(outcome.errors)")
    }
}
