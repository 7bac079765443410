// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// The order of a check's result and of what the owner has been told.
///
/// The follower is that of this machine, and is asked for no path. Nobody has asked NetworkManager yet, so that a check by
/// NetworkManager ends at once, with what the path says itself.
@Suite struct PathValidatorTests {
    private let validator = PathValidator(.networkManager, .init(), costPatience: 0)
    private let path: NetworkPath

    init() {
        let network = ScriptedNetwork()
        network.connect(.wifi, name: "wlan0")
        path = PathMonitor(network).currentPath
    }

    @Test("A result that comes before the first look is told, although the path says the same")
    func resultBeforeTheFirstLook() {
        let follower = PathFollower([], showsAll: false)
        validator.pathChanged(path, follower)
        validator.setAwaited(true, follower)
        #expect(validator.isPending)
        #expect(validator.connectivity == .unknown)
        let isTold = validator.receive(follower, path: path)
        #expect(isTold)
        #expect(!validator.isPending)
        #expect(validator.connectivity == nil)
        let isToldAgain = validator.receive(follower, path: path)
        #expect(!isToldAgain)
    }

    @Test("A result that comes together with another path is told after the path")
    func resultWithAnotherPath() {
        let follower = PathFollower([], showsAll: false)
        validator.setAwaited(true, follower)
        #expect(validator.connectivity == nil)
        validator.pathChanged(path, follower)
        #expect(validator.connectivity == .unknown)
        let isTold = validator.receive(follower, path: path)
        #expect(isTold)
        #expect(validator.connectivity == nil)
    }
}
