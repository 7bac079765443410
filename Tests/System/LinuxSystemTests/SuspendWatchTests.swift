// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import LinuxSystem

@Suite struct SuspendWatchTests {
    @Test("A descriptor that has become another file is not closed")
    func anotherFile() throws {
        var watch: SuspendWatch? = try SuspendWatch()
        let descriptor = try #require(watch?.descriptor)
        let null = open("/dev/null", O_RDWR)
        try #require(dup2(null, descriptor) == descriptor)
        close(null)
        #expect(throws: SystemError.self) { _ = try watch?.read() }
        watch = nil
        #expect(fcntl(descriptor, F_GETFD) >= 0)
        close(descriptor)
    }
}
