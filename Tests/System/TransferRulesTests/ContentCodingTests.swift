// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferRules

/// What `Content-Encoding` says of a file.
@Suite("Content codings") struct ContentCodingTests {
    private func headers(_ encoding: String) -> HeaderFields {
        HeaderFields([(name: "Content-Encoding", value: encoding)])
    }

    @Test(
        "A word that names no compression does not change the content",
        arguments: [
            "identity", "Identity", "none", "NONE", "binary", "aws-chunked", "UTF-8", "utf8",
            "utf-16",
            "us-ascii", "ISO-8859-1", "iso-8859-15", "windows-1252", "koi8-r", "Shift_JIS",
            "gb18030",
            "", "identity, utf-8", "aws-chunked,none",
        ])
    func plain(encoding: String) { #expect(!headers(encoding).isEncoded) }

    @Test(
        "A known or an unknown compression changes the content",
        arguments: [
            "gzip", "x-gzip", "xz", "x-xz", "bzip2", "x-bzip2", "zstd", "compress", "x-compress",
            "br",
            "deflate", "dcb", "lzma", "utf-", "utf-x", "gb", "windows-x", "aws-chunked,gzip",
        ])
    func compressed(encoding: String) { #expect(headers(encoding).isEncoded) }

    @Test(
        "A compression that the name of the file shows belongs to the file",
        arguments: [
            ("gzip", ["a.tar.gz"], true), ("x-gzip", ["A.TGZ"], true), ("gzip", ["a.svgz"], true),
            ("xz", ["a.xz"], true), ("x-xz", ["a.tar.xz"], true), ("bzip2", ["a.bz2"], true),
            ("x-bzip2", ["a.bz2"], true), ("zstd", ["a.zst"], true), ("compress", ["a.Z"], true),
            ("x-compress", ["a.Z"], true), ("br", ["a.br"], true),
            // Any of the names shows it.
            ("gzip", ["x.img", "x.tar.gz"], true), ("gzip", ["x.img", "x.raw"], false),
            // Another name, another compression, or none at all.
            ("gzip", ["a.xz"], false), ("xz", ["a.gz"], false), ("br", ["a.zst"], false),
            ("deflate", ["a.gz"], false), ("gzip", ["gz"], false), ("gzip", [".gz"], false),
            ("gzip", ["a.gz\u{301}"], false), ("gzip", ["agz"], false), ("gzip", [], false),
            ("none", ["a.gz"], false), ("zip", ["a.zip"], false),
            // What is compressed twice has one name at most.
            ("gzip, gzip", ["a.gz"], false), ("gzip, aws-chunked", ["a.gz"], true),
        ])
    func archives(encoding: String, names: [String], isArchive: Bool) {
        #expect(headers(encoding).isArchive(named: names) == isArchive)
    }
}
