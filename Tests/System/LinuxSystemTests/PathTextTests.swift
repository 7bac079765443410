// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

/// The parts of paths.
@Suite struct PathTextTests {
    @Test(
        "A path has a folder and a name",
        arguments: [
            ("/", "/", "/", nil), ("//", "//", "/", nil), ("", "", ".", nil),
            ("a", "", ".", "a"), ("a/", "a/", "a", "a"), ("/a", "/", "/", "a"),
            ("a/b", "a/", "a", "b"), ("/a/b", "/a/", "/a", "b"), ("/a/b/", "/a/b/", "/a/b", "b"),
            ("/a//b", "/a//", "/a/", "b"), ("/a/.", "/a/", "/a", "."),
            // An accent after the slash, and a character before it that would take it.
            ("/a/\u{301}b", "/a/", "/a", "\u{301}b"),
            ("/a\u{600}/b", "/a\u{600}/", "/a\u{600}", "b"),
        ] as [(String, String, String, String?)])
    func parts(path: String, prefix: String, folder: String, name: String?) {
        #expect(path.folderPrefix.isSameText(as: prefix))
        #expect(path.parentFolder.isSameText(as: folder))
        #expect(path.lastPathComponent.map { Array($0.utf8) } == name.map { Array($0.utf8) })
    }

    @Test(
        "Slashes at the end are removed, but for the root",
        arguments: [
            ("", ""), ("/", "/"), ("//", "/"), ("a", "a"), ("/a", "/a"), ("/a/", "/a"),
            ("/a//", "/a"), ("/a\u{600}/", "/a\u{600}"), ("/a/\u{301}", "/a/\u{301}"),
        ])
    func trailingSlashes(path: String, shorter: String) {
        #expect(path.withoutTrailingSlashes.isSameText(as: shorter))
    }
}
