// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The programs of this package.
enum BuiltProgram {
    /// The folder of the products, which is that of the tests.
    static let folder: URL = {
        let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let executable = tests ?? URL(filePath: CommandLine.arguments[0])
        return executable.deletingLastPathComponent()
    }()

    static func path(_ name: String) -> String { folder.appending(path: name).path }
}
