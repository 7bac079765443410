// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LinuxSystem

/// The connectivity check of NetworkManager's files (NetworkManager.conf(5)).
@Suite struct NetworkManagerFilesTests {
    private static let lib = "/usr/lib/NetworkManager/conf.d"
    private static let run = "/run/NetworkManager/conf.d"
    private static let etc = "/etc/NetworkManager/conf.d"
    private static let main = "/etc/NetworkManager/NetworkManager.conf"
    private static let changes = "/var/lib/NetworkManager/NetworkManager-intern.conf"

    /// Of Debian's package network-manager-config-connectivity-debian.
    private static let debian = "[connectivity]\nuri=http://network-test.debian.org/nm\n"
    /// Debian's main file.
    private static let debianMain =
        "[main]\nplugins=ifupdown,keyfile\n\n[ifupdown]\nmanaged=false\n"

    private static func read(_ root: TemporaryRoot) throws -> NetworkManagerCheck? {
        // The folder is removed with the object.
        try withExtendedLifetime(root) { try NetworkManagerFiles(root: root.root).readCheck() }
    }

    private static func check(_ files: [String: String]) throws -> NetworkManagerCheck? {
        try read(TemporaryRoot(files))
    }

    @Test("Debian's file has the address, and NetworkManager the rest")
    func debianFiles() throws {
        let file = Self.lib + "/20-connectivity-debian.conf"
        let check = try #require(try Self.check([file: Self.debian, Self.main: Self.debianMain]))
        #expect(check.address == "http://network-test.debian.org/nm")
        #expect(check.file == file)
        #expect(check.response == "NetworkManager is online")
        #expect(check.interval == 300)
        #expect(check.offSwitch == nil)
    }

    @Test(
        "Without an address there is no check",
        arguments: [
            [:], [main: debianMain], [main: "[connectivity]\nresponse=OK\n"],
            [main: "[connectivity]\nuri=\n"], [main: "[connectivity]\nuri= \\s \n"],
            [etc + "/a.conf.dpkg-old": debian], [lib + "/a.conf": "uri=http://a/\n"],
            [main: "[connectivity\nuri=http://a/\n"], [main: "[connectivity]x\nuri=http://a/\n"],
            [main: "[Connectivity]\nuri=http://a/\n"], [main: "[connectivity]\nURI=http://a/\n"],
            [main: "[connectivity]\nuri+=http://a/\n"], [main: "[connectivity]\n#uri=http://a/\n"],
            [main: "[connectivity]\nuri=http://a/\\q\n"],
        ] as [[String: String]])
    func absent(files: [String: String]) throws {
        #expect(try Self.check(files) == nil)
    }

    /// Each row: files, which has the address `http://1/`, `http://2/` …, and the address that counts.
    @Test(
        "Later files replace settings of earlier ones, and files of their name",
        arguments: [
            ([lib + "/a.conf", lib + "/b.conf"], 2),
            ([lib + "/b.conf", lib + "/a.conf"], 1),
            ([lib + "/a.conf", lib + "/B.conf"], 1),
            ([lib + "/z.conf", run + "/a.conf"], 2),
            ([run + "/z.conf", main], 2),
            ([main, etc + "/a.conf"], 2),
            ([lib + "/z.conf", run + "/z.conf", main, etc + "/z.conf"], 4),
        ] as [([String], Int)])
    func order(files: [String], last: Int) throws {
        let texts = files.enumerated().map { ($1, "[connectivity]\nuri=http://\($0 + 1)/\n") }
        let check = try Self.check(Dictionary(uniqueKeysWithValues: texts))
        #expect(check?.address == "http://\(last)/")
        #expect(check?.file == files[last - 1])
    }

    @Test(
        "A file without settings takes the place of one with its name",
        arguments: [
            (lib, run, ""), (lib, etc, "# nothing\n"), (run, etc, "[main]\n"),
        ])
    func masked(folder: String, later: String, text: String) throws {
        #expect(
            try Self.check([folder + "/a.conf": Self.debian, later + "/a.conf": text]) == nil)
    }

    @Test("A link to no regular file takes the place of a file, too")
    func maskedByALink() throws {
        let root = try TemporaryRoot([Self.lib + "/a.conf": Self.debian])
        try root.link(Self.etc + "/a.conf", to: "/dev/null")
        #expect(try Self.read(root) == nil)
    }

    @Test(
        "A file counts or not by its group .config",
        arguments: [
            ("true", true), ("yes", true), ("FALSE", false), ("no", false), ("0", false),
            ("nm-version-min:1.2", true), ("nm-version-max:1.2", false), ("nm-version:1.0", false),
            ("env:TAG", false), ("env:TAG,nm-version-min:1.2", true),
            ("except:nm-version-min:1.2", false), ("except:env:TAG", true), ("all", true),
            ("nm-version-min:1.2;except:all", false),
        ])
    func enabled(value: String, counts: Bool) throws {
        let text = "[.config]\nenable=\(value)\n" + Self.debian
        #expect(try (Self.check([Self.etc + "/a.conf": text]) != nil) == counts)
        // The main file always counts.
        #expect(try Self.check([Self.main: text]) != nil)
    }

    @Test("The settings of several files are one check")
    func merged() throws {
        let check = try #require(
            try Self.check([
                Self.lib + "/a.conf": "[connectivity]\r\n uri =  http://a/ \r\ninterval=60\r\n",
                Self.main: "[connectivity]\nresponse=\\sOK\\n\n[device]\nuri=http://no/\n",
                Self.etc + "/b.conf":
                    "[connectivity]\nresponse=\n[main]\n[connectivity]\ninterval=x\n",
            ]))
        #expect(check.address == "http://a/")
        #expect(check.response == "")
        #expect(check.interval == 300)
    }

    @Test(
        "A setting switches the check off",
        arguments: [
            ("enabled=false", "enabled=false in \(etc)/a.conf"),
            ("enabled=Off \n", "enabled=false in \(etc)/a.conf"),
            ("interval=0", "interval=0 in \(etc)/a.conf"), ("enabled=true", nil),
            ("enabled=maybe", nil), ("interval=-1", nil), ("interval=99999999999", nil),
        ] as [(String, String?)])
    func offSwitch(line: String, expected: String?) throws {
        let check = try Self.check([
            Self.lib + "/a.conf": Self.debian,
            Self.etc + "/a.conf": Self.debian + line + "\n",
        ])
        #expect(check?.offSwitch == expected)
    }

    @Test(
        "A change over D-Bus counts while the files are as they were",
        arguments: [
            ("", ".set.enabled=false", true),
            ("enabled=true", ".was.enabled=true\n.set.enabled=false", true),
            ("enabled=true", ".set.enabled=false", false),
            ("", ".was.enabled=true\n.set.enabled=false", false), ("", "enabled=false", false),
        ])
    func changed(setting: String, change: String, isOff: Bool) throws {
        let check = try #require(
            try Self.check([
                Self.main: Self.debian + setting + "\n",
                Self.changes: "# Written by NetworkManager\n[connectivity]\n\(change)\n",
            ]))
        #expect((check.offSwitch != nil) == isOff)
        #expect(check.offSwitch?.contains(Self.changes) != false)
    }

    @Test("Hostile files are read in a moment", .timeLimit(.minutes(10)))
    func hostile() throws {
        let long = String(repeating: "x", count: 1_000_000)
        for text in [
            long, "[connectivity]\n\(long)", "[\(long)]\nuri=http://b/\n",
            "[connectivity]\n\(long)=1\n", String(repeating: "[", count: 1_000_000),
            String(repeating: "[connectivity]\n", count: 70_000),
            String(repeating: "\n=\n", count: 300_000), "\0[connectivity]\0\nuri\0=http://b/\n",
        ] {
            let check = try Self.check([
                Self.lib + "/a.conf": Self.debian, Self.etc + "/b.conf": text,
            ])
            #expect(check?.address == "http://network-test.debian.org/nm")
        }
        // The line at which the longest file is cut does not count.
        let filled = "[connectivity]\n" + String(repeating: "#\n", count: (1 << 19) - 12)
        #expect((1 << 20) - filled.utf8.count < 12)
        #expect(try Self.check([Self.main: filled + "uri=http://long.example/\n"]) == nil)
    }

    @Test("Bytes that are not UTF-8 are no value, and quotation marks belong to a value")
    func bytes() throws {
        let root = try TemporaryRoot()
        try root.write(Self.main, Array("[connectivity]\nuri=http://".utf8) + [0xFF, 0x0A])
        #expect(try Self.read(root) == nil)
        let quoted = try Self.check([Self.main: "[connectivity]\nuri=\"http://a/\"\n"])
        #expect(quoted?.address == "\"http://a/\"")
    }
}
