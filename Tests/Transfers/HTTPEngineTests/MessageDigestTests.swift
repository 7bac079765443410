// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import Testing
import TransferRules

/// Digests of messages in parts.
@Suite struct MessageDigestTests {
    @Test(
        "A digest is that of the standard (FIPS 180-4), however the message comes",
        arguments: [
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha512, "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ] as [(ContentDigest.Algorithm, String, String)], [1, 2, 100])
    func standard(_ row: (ContentDigest.Algorithm, String, String), _ size: Int) {
        var digest = MessageDigest(row.0)
        var rest = Array(row.1.utf8)[...]
        while !rest.isEmpty {
            digest.update(Array(rest.prefix(size)).span.bytes)
            rest = rest.dropFirst(size)
        }
        let result = digest.finalize()
        #expect(result.count == row.0.length)
        #expect(result.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == row.2)
    }
}
