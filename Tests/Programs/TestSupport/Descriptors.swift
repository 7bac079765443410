// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Lets this process open only so many more files and sockets (`RLIMIT_NOFILE`) while a closure runs. It is for tests in a
/// process of their own, because it concerns all threads.
package func withDescriptors<Result>(_ count: Int, _ body: () throws -> Result) rethrows -> Result {
    var taken: [Int32] = []
    // The limit forbids descriptors above it, so that those below it must be taken.
    var last: Int32 = 0
    while last < 200 {
        last = open("/dev/null", O_RDONLY)
        precondition(last >= 0)
        taken.append(last)
    }
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var old = rlimit()
    getrlimit(resource, &old)
    defer {
        setrlimit(resource, &old)
        for descriptor in taken.dropLast(count) { close(descriptor) }
    }
    var new = old
    new.rlim_cur = rlim_t(last + 1)
    setrlimit(resource, &new)
    for descriptor in taken.suffix(count) { close(descriptor) }
    return try body()
}
