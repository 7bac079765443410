// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import reach_transfer

/// The paths of jobs.
@Suite struct JobPathTests {
    @Test(
        "The path of a command in a folder has no part without a meaning",
        arguments: [
            ("/home", "./tool", "/home/tool"), ("/home/", "./tool", "/home/tool"),
            ("/", "./tool", "/tool"), ("/home", ".//./tool", "/home/tool"),
            ("/home", "bin/tool", "/home/bin/tool"), ("/home", "../tool", "/home/../tool"),
        ])
    func paths(folder: String, file: String, path: String) {
        let joined = CommandLauncher.joined(Array(folder.utf8), Array(file.utf8))
        #expect(String(decoding: joined, as: UTF8.self) == path)
    }
}
