// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// The JSON in the columns of a store and in the files with secrets. The texts are those of the version that wrote them by
/// Foundation's encoder.
@Suite("JSON of the store") struct StoreJSONTests {
    /// Expects that a text of the former version is read, and that the same members are written.
    private func expectSame<Value: Codable & Equatable>(_ text: String, _: Value.Type) throws {
        let value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        let written = JSONLineEncoder.bytes(value)
        #expect(try JSONDecoder().decode(Value.self, from: Data(written)) == value)
        let (former, now) = (
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject,
            try JSONSerialization.jsonObject(with: Data(written)) as? NSObject
        )
        #expect(now == former, "\(String(decoding: written, as: UTF8.self))")
    }

    @Test("The columns have the members that former versions wrote, which can read them")
    func columns() throws {
        try expectSame(
            #"""
            {"attempts":2,"command":{"arguments":["tar","x/\u0001\u202e"],"folder":"/home/ada"},"isDone":false,\#
            "retryAt":1795348800000,"unit":"done.service"}
            """#, CompletionAction.self)
        try expectSame(#"{"attempts":0,"isDone":false}"#, CompletionAction.self)
        try expectSame(
            #"""
            {"failedAt":1795348800000,"failingFor":6,"failures":1,"highest":9223372036854775807,"misfits":1,\#
            "refusals":0,"strangers":2,"tlsFailures":0}
            """#, TransferRecord.Progress.self)
        try expectSame(
            #"[{"code":"metered","detail":"wlan0: NetworkManager says \"yes\" / 1"},{"code":"held"}]"#,
            [WaitingReason].self)
        try expectSame(
            #"{"code":"status","message":"the server has no such file (404)","status":404}"#,
            TransferError.self)
        try expectSame(
            #"""
            {"content":{"mediaType":"text/plain","origin":{"host":"files.example","port":443,"scheme":"https"},\#
            "total":9,"validator":{"entityTag":{"_0":"\"v1\""}}},"destination":"/d/map.bin",\#
            "digests":[{"algorithm":"sha-256","bytes":[0,127,255]}],"identity":{"device":18446744073709551615,\#
            "number":7},"isClaimed":true,"isComplete":false,"isMixed":true,"path":"/d/.map.bin.7-abc.part",\#
            "provenance":{"hasValidator":true,"mediaType":"text/plain"}}
            """#, TransferRecord.Partial.self)
        try expectSame(
            #"""
            {"file":{"identity":{"device":1,"number":2},"modified":3,"size":4},"idempotencyKey":"k","isVerified":true,\#
            "method":"tus","resource":{"isTrusted":true,"origin":{"host":"a","port":80,"scheme":"http"},"url":"http://a/b"}}
            """#, TransferRecord.Upload.self)
    }

    @Test("Secrets are written as former versions wrote them, bytes as base64")
    func secrets() throws {
        try expectSame(
            #"""
            {"environment":"QT1iAP8=","headers":[{"name":"Authorization","value":"Bearer \u00e4/b"}],"password":"p",\#
            "user":"u","usesNetrc":true}
            """#, TransferSecrets.self)
        try expectSame(#"{"headers":[]}"#, TransferSecrets.self)
    }

    @Test("Conditions are read as they were written")
    func conditions() throws {
        for constraints in [NetworkConstraints.connected, .discretionary] {
            let condition = Condition(constraints: constraints)
            let (former, now) = (
                try JSONEncoder().encode(condition), JSONLineEncoder.bytes(condition)
            )
            #expect(try JSONDecoder().decode(Condition.self, from: Data(now)) == condition)
            #expect(
                try JSONSerialization.jsonObject(with: Data(now)) as? NSObject
                    == JSONSerialization.jsonObject(with: former) as? NSObject)
        }
    }
}
