// SPDX-License-Identifier: Apache-2.0

import Reachability
import ReachabilityTesting
import ServiceLifecycleTestKit
import Testing
import UploadService

@Suite(.timeLimit(.minutes(1))) struct UploadServiceTests {
    /// Events of the work.
    private enum Event { case begun, ended }

    private let network = ScriptedNetwork()

    @Test("The work runs while the network is not metered")
    func worksWhileUnmetered() async {
        let (events, log) = AsyncStream.makeStream(of: Event.self)
        let service = UploadService(monitor: PathMonitor(network)) {
            log.yield(.begun)
            try? await Task.sleep(for: .seconds(86_400))
            log.yield(.ended)
        }
        await testGracefulShutdown { shutdown in
            async let running: Void = service.run()
            var event = events.makeAsyncIterator()
            network.connect(.wwan, name: "wwan0")
            network.connect(.wifi, name: "wlan0")
            #expect(await event.next() == .begun)
            network.disconnect("wlan0")
            #expect(await event.next() == .ended)
            network.connect(.ethernet, name: "eth0")
            #expect(await event.next() == .begun)
            shutdown.triggerGracefulShutdown()
            #expect(await event.next() == .ended)
            await running
        }
    }
}
