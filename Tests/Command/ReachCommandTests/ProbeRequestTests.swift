// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import Testing

@testable import ReachCommand

/// What `reach` and `reach-transfer` tell each other of a check.
@Suite struct ProbeRequestTests {
    @Test(
        "A request is read as it was written",
        arguments: [nil, "", "on\0line", "on\nline"],
        [nil, "https://portal.example/api?a=b"])
    func requests(expectedText: String?, portal: String?) throws {
        var settings = ConnectivitySettings(
            url: "http://check.example/", expectedText: expectedText)
        settings.networkManagerFile = portal
        let request = ProbeRequest(settings, over: "wlan0", portal: portal)
        let read = try #require(ProbeRequest(request.bytes))
        #expect(read.url == request.url && read.interface == "wlan0" && read.portal == portal)
        #expect(read.isOfNetworkManager == (portal != nil))
        #expect(read.expectedText == expectedText?.replacing("\0", with: "\u{FFFD}"))
    }

    @Test(
        "An answer is read as it was written",
        arguments: [
            ConnectivityAnswer(.full, detail: "HTTP status 204, as expected"),
            ConnectivityAnswer(.limited),
            ConnectivityAnswer(.portal, captivePortal: CaptivePortal(isCaptive: true)),
            ConnectivityAnswer(
                .full, detail: "a b\nc",
                captivePortal: CaptivePortal(
                    isCaptive: false, userPortalURL: "https://a.example/?x=1",
                    venueInfoURL: "https://b.example/", canExtendSession: false,
                    secondsRemaining: 0, bytesRemaining: Int64.max)),
        ])
    func answers(answer: ConnectivityAnswer) {
        #expect(ConnectivityAnswer(answer.bytes) == answer)
    }

    @Test("Bytes that are no answer are refused", arguments: ["", "full", "maybe\0x"])
    func garbage(text: String) { #expect(ConnectivityAnswer(Array(text.utf8)) == nil) }
}
