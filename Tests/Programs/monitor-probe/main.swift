// SPDX-License-Identifier: Apache-2.0

// Uses monitors as a program would, for tests that need a network of their own:
//
//     monitor-probe watch              prints a line for each path and for each mode
//     monitor-probe break              the same; "break" on standard input ruins its netlink sockets, "deafen" what
//                                      tells of files and of a suspend, "limits" prints what it cannot watch
//     monitor-probe exhausted          the same, begun while no descriptor is left
//     monitor-probe lifecycle COUNT    starts and drops monitors, and prints what is left of them
//     monitor-probe notify [HOST]      prints a line for each event of a notifier
//     monitor-probe cycle COUNT [HOST] starts and stops notifiers, and prints what is left of them
//     monitor-probe diagnose           watches, obeys orders as "break" does, and prints a line for each diagnostic
//     monitor-probe queries            queries the network several times, and prints a line for each diagnostic
//     monitor-probe properties         reads properties, and prints the milliseconds that the fastest read of each took

import Dispatch
import Glibc
import NetworkReachability

/// Writes a line at once.
func say(_ words: Any...) {
    let line = words.map { "\($0)" }.joined(separator: " ") + "\n"
    _ = line.withCString { write(1, $0, strlen($0)) }
}

/// The numbers under a folder of /proc/self: descriptors, threads.
func numbers(in folder: String) -> [Int32] {
    guard let stream = opendir("/proc/self/\(folder)") else { return [] }
    defer { closedir(stream) }
    var numbers: [Int32] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if let number = Int32(name), folder != "fd" || number != dirfd(stream) {
            numbers.append(number)
        }
    }
    return numbers
}

/// Threads of the library's own; those of Dispatch's pool come and go.
func ownThreads() -> Int {
    numbers(in: "task").count { thread in
        guard let file = fopen("/proc/self/task/\(thread)/comm", "r") else { return false }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 32)
        fgets(&text, 32, file)
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return name.hasPrefix("reachability") || name.hasPrefix("resolver")
    }
}

/// Waits until a condition holds, at most a minute.
func waitUntil(_ condition: () -> Bool) {
    var milliseconds = 0
    while milliseconds < 60_000, !condition() {
        usleep(1000)
        milliseconds += 1
    }
}

/// Has Dispatch open the descriptors for timers, which it keeps from the first one on.
func warmDispatch() {
    let warmed = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { warmed.signal() }
    warmed.wait()
}

/// Resident memory in KiB.
func residentMemory() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    fgets(&text, 128, file)
    let words = text.split(separator: 32).map {
        String(decoding: $0.map(UInt8.init), as: UTF8.self)
    }
    return (Int(words[1]) ?? 0) * 4
}

/// Puts something else in the place of descriptors.
func ruin(where isMeant: (Int32) -> Bool) {
    let null = open("/dev/null", O_RDWR)
    for descriptor in numbers(in: "fd") where isMeant(descriptor) { dup2(null, descriptor) }
    close(null)
}

func isNetlink(_ descriptor: Int32) -> Bool {
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    return getsockname(descriptor, &address, &length) == 0 && address.sa_family == AF_NETLINK
}

func isInotifyOrTimer(_ descriptor: Int32) -> Bool {
    var target = [CChar](repeating: 0, count: 64)
    readlink("/proc/self/fd/\(descriptor)", &target, target.count - 1)
    let text = String(decoding: target.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    return text == "anon_inode:inotify" || text == "anon_inode:[timerfd]"
}

func watch(
    tellsPaths: Bool = true,
    _ started: (PathMonitor) -> Void = { $0.start(queue: .main) }
) -> Never {
    let monitor = PathMonitor()
    monitor.pathUpdateHandler = { path in
        guard tellsPaths else { return say("info path") }
        let reason = path.unsatisfiedReason?.rawValue ?? "-"
        let mode =
            switch monitor.mode {
            case .idle: "idle"
            case .events: "events"
            case .polling: "polling"
            case .unavailable: "unavailable"
            }
        say(path.status, reason, path.primary?.name ?? "-", mode, monitor.statistics.resyncs)
    }
    started(monitor)
    Thread.readLines { line in
        switch line {
        case "break":
            ruin(where: isNetlink)
            say(tellsPaths ? "broken" : "info broken")
        case "deafen":
            ruin(where: isInotifyOrTimer)
            say(tellsPaths ? "deaf" : "info deaf")
        case "limits": say("limits", monitor.limitations.map { "\($0)" }.joined(separator: "; "))
        default: break
        }
    }
    dispatchMain()
}

func diagnose() -> Never {
    NetworkDiagnostic.handler = { say($0.level, $0.code, $0) }
    watch(tellsPaths: false)
}

/// Queries the network in every way without waiting for NetworkManager, and then with a wait. The handler of diagnostics
/// queries it, too.
func diagnoseQueries() {
    NetworkDiagnostic.handler = { diagnostic in
        _ = PathMonitor().currentPath
        say(diagnostic.level, diagnostic.code, diagnostic)
    }
    for timeout in [Duration.zero, .milliseconds(10)] {
        say("timeout", timeout)
        for _ in 1...2 {
            _ = PathMonitor().currentPath
            _ = try? NetworkPath.current(networkManagerTimeout: timeout)
            _ = try? NetworkInterface.all(networkManagerTimeout: timeout)
            _ = try? PathExplanation.current(networkManagerTimeout: timeout)
        }
    }
}

/// Starts a monitor while the process has as many descriptors as it may have, and then closes some.
///
/// Dispatch ends the process if it cannot open what it needs: the main queue an eventfd when the first block is added, and
/// the pool of worker threads a file of `/proc` each second. Therefore, the main queue is used before the descriptors are
/// gone, and no worker thread exists while they are.
func watchExhausted() -> Never {
    DispatchQueue.main.async {}
    watch { monitor in
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = 64
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var descriptors: [Int32] = []
        while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 {
            descriptors.append(descriptor)
        }
        monitor.start(queue: .main)
        while case .idle = monitor.mode { usleep(1000) }
        if case .unavailable(let error) = monitor.mode { say("unavailable:", error) }
        for descriptor in descriptors { close(descriptor) }
    }
}

/// Reads standard input beside the rest.
enum Thread {
    static func readLines(_ body: @escaping @Sendable (String) -> Void) {
        DispatchQueue.global().async { while let line = readLine() { body(line) } }
    }
}

func lifecycle(_ count: Int) {
    func useOne(_ number: Int) {
        let monitor = PathMonitor()
        switch number % 4 {
        case 0:
            let isCalled = DispatchSemaphore(value: 0)
            monitor.pathUpdateHandler = { _ in isCalled.signal() }
            monitor.start(queue: .global())
            isCalled.wait()
        case 1:
            monitor.start(queue: .global())
            monitor.cancel()
        case 2: _ = monitor.currentPath
        default:
            let isCalled = DispatchSemaphore(value: 0)
            Task.detached {
                var paths = monitor.makeAsyncIterator()
                _ = await paths.next()
                isCalled.signal()
            }
            isCalled.wait()
        }
    }
    warmDispatch()
    for number in 0..<100 { useOne(number) }
    waitUntil { ownThreads() == 0 }
    let (descriptors, memory) = (numbers(in: "fd").count, residentMemory())
    for number in 0..<count { useOne(number) }
    waitUntil { ownThreads() == 0 }
    say("descriptors", numbers(in: "fd").count - descriptors)
    say("memory", residentMemory() - memory)
}

/// Reads the properties of a monitor and of a notifier that are not started.
func readProperties() {
    func time(_ property: String, _ read: () -> String) {
        var (best, value) = (Duration.seconds(60), "")
        // The fastest of several: the machine may be busy.
        for _ in 0..<20 {
            let time = ContinuousClock().measure { value = read() }
            best = min(best, time)
        }
        say(property, Int(best / .milliseconds(1)), value)
    }
    time("currentPath") {
        let path = PathMonitor().currentPath
        return "\(path.status) \(path.metered.value): \(path.metered.detail)"
    }
    time("connection", connectionOfNewNotifier)
}

/// What follows the program's name.
let words = Array(CommandLine.arguments.dropFirst())
let count = words.dropFirst().first.flatMap { Int($0) } ?? 1000

switch words.first {
case "watch", "break": watch()
case "exhausted": watchExhausted()
case "lifecycle": lifecycle(count)
case "notify": notify(words.dropFirst().first)
case "diagnose": diagnose()
case "queries": diagnoseQueries()
case "properties": readProperties()
case "cycle": try cycle(count, words.dropFirst(2).first)
default:
    say(
        "usage: monitor-probe watch | break | exhausted | lifecycle COUNT | notify [HOST] | cycle COUNT [HOST] "
            + "| diagnose | queries | properties"
    )
    exit(64)
}
