// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import LinuxSystem

@Suite struct NetworkDeviceTests {
    private static let address = "02:00:00:00:00:03"

    /// sysfs with a folder for the interface `it0`, which has index 3: a symbolic link, as on a running system.
    private func sysfs(_ event: String, _ files: [String: String] = [:]) throws -> TemporaryRoot {
        let root = try TemporaryRoot()
        let folder = "/sys/devices/here/net/it0"
        try root.link("/sys/class/net/it0", to: "../../devices/here/net/it0")
        try root.write(folder + "/uevent", Array("INTERFACE=it0\nIFINDEX=3\n\(event)".utf8))
        try root.write(folder + "/address", Array("\(Self.address)\n".utf8))
        for (name, text) in files { try root.write("\(folder)/\(name)", Array(text.utf8)) }
        return root
    }

    private static func device(_ change: (inout NetworkDevice) -> Void) -> NetworkDevice {
        var device = NetworkDevice()
        change(&device)
        return device
    }

    @Test(
        "The files of an interface tell what its device is",
        arguments: [
            ("", [:], NetworkDevice()),
            (
                "DEVTYPE=wlan\n",
                [
                    "phy80211/index": "0\n",
                    "device/uevent": "DRIVER=iwlwifi\nMODALIAS=pci:v8086\n",
                ],
                device {
                    $0.deviceType = "wlan"
                    $0.hasWirelessEntry = true
                    $0.hasDevice = true
                    $0.driver = "iwlwifi"
                    $0.modalias = "pci:v8086"
                }
            ),
            ("", ["wireless/link": "0\n"], device { $0.hasWirelessEntry = true }),
            ("", ["tun_flags": "0x1001\n"], device { $0.hasTunFlags = true }),
            (
                "DEVTYPE=gadget\n", ["device/uevent": ""],
                device {
                    $0.deviceType = "gadget"
                    $0.hasDevice = true
                }
            ),
            (
                "DEVTYPE=bridge\n",
                ["lower_eth1/uevent": "", "lower_eth0/uevent": "", "upper_x/uevent": ""],
                device {
                    $0.deviceType = "bridge"
                    $0.lowerInterfaces = ["eth0", "eth1"]
                }
            ),
            (
                "", ["device/uevent": "DRIVER=e1000\n", "lower_eth0/uevent": ""],
                device {
                    $0.hasDevice = true
                    $0.driver = "e1000"
                }
            ),
        ] as [(String, [String: String], NetworkDevice)])
    func devices(event: String, files: [String: String], device: NetworkDevice) throws {
        let sysfs = try sysfs(event, files)
        let read = try NetworkDevice.read(
            name: "it0", index: 3, hardwareAddress: Self.address, root: sysfs.root)
        #expect(read == device)
    }

    @Test(
        "A folder with another index or address belongs to another namespace's interface",
        arguments: [
            ("it0", 4, address), ("it0", 3, "02:00:00:00:00:04"), ("it0", 3, ""),
            ("it1", 3, address),
        ] as [(String, UInt32, String)])
    func otherNamespaces(name: String, index: UInt32, address: String) throws {
        let sysfs = try sysfs("")
        let read = try NetworkDevice.read(
            name: name, index: index, hardwareAddress: address, root: sysfs.root)
        #expect(read == nil)
    }

    @Test(
        "The speed of a link is read in bit/s, and nil if the driver does not know it",
        arguments: [
            ("1000\n", 1_000_000_000), ("10\n", 10_000_000), ("400000\n", 400_000_000_000),
            ("-1\n", nil), ("4294967295\n", nil), ("0\n", nil), ("", nil), ("fast\n", nil),
            (nil, nil),
        ] as [(String?, Int?)])
    func speed(text: String?, speed: Int?) throws {
        let sysfs = try sysfs("", text.map { ["speed": $0] } ?? [:])
        let read = try NetworkDevice.linkSpeed(
            name: "it0", index: 3, hardwareAddress: Self.address, root: sysfs.root)
        #expect(read == speed)
    }

    @Test("The speed of another namespace's interface does not count")
    func otherSpeed() throws {
        let sysfs = try sysfs("", ["speed": "1000\n"])
        let read = try NetworkDevice.linkSpeed(
            name: "it0", index: 4, hardwareAddress: Self.address, root: sysfs.root)
        #expect(read == nil)
    }

    @Test func loopbackHasNoDevice() throws {
        let lo = try NetworkDevice.read(name: "lo", index: 1, hardwareAddress: "00:00:00:00:00:00")
        #expect(lo == nil || lo?.hasDevice == false)
    }

    @Test func valuesOfAUEvent() {
        let event = UEvent("DEVTYPE=wlan\nINTERFACE=wlan0\nIFINDEX=3\nODD=a=b\nEMPTY=\nBARE\n")
        #expect(event["DEVTYPE"] == "wlan")
        #expect(event["IFINDEX"] == "3")
        #expect(event["ODD"] == "a=b")
        #expect(event["EMPTY"] == "")
        #expect(event["BARE"] == nil)
        #expect(event["MISSING"] == nil)
    }
}

@Suite struct PPPTransportTests {
    @Test(arguments: [
        ("/usr/sbin/pppd\0/dev/ttyUSB2\0115200\0", PPPTransport.serial(terminal: "/dev/ttyUSB2")),
        ("pppd\0ttyACM0\0", .serial(terminal: "ttyACM0")),
        ("/usr/sbin/pppd\0plugin\0rp-pppoe.so\0eth0\0", .ethernet),
        ("/usr/sbin/pppd\0plugin\0/usr/lib/pppd/pppoe.so\0eth0\0", .ethernet),
        ("/usr/sbin/pppd\0call\0provider\0", nil),
        ("/bin/sh\0/dev/ttyUSB2\0", nil),
        ("", nil),
    ])
    func commandLine(_ line: String, transport: PPPTransport?) {
        #expect(PPPTransport(commandLine: line) == transport)
    }

    /// The process that `/run/ppp0.pid` names.
    enum Process: Sendable {
        case pppd, pppdOfAnotherNamespace, other, none
    }

    private static let heading = "Id       Address              Device\n"
    private static let session = heading + "0x0001   02:00:00:00:00:01    eth0\n"
    private static let serial = PPPTransport.serial(terminal: "/dev/ttyUSB2")

    @Test(
        "pppd's command line counts, and then a session that can only be this interface's",
        arguments: [
            (.pppd, nil, false, serial),
            (.pppd, session, true, serial),
            (.pppdOfAnotherNamespace, nil, true, nil),
            (.pppdOfAnotherNamespace, session, true, .ethernet),
            (.other, nil, true, nil),
            (.other, session, true, .ethernet),
            (.none, nil, true, nil),
            (.none, heading, true, nil),
            (.none, session, true, .ethernet),
            (.none, session, false, nil),
        ] as [(Process, String?, Bool, PPPTransport?)])
    func files(
        process: Process, sessions: String?, isOnly: Bool, transport: PPPTransport?
    ) throws {
        let root = try TemporaryRoot(["/proc/self/net/dev": "", "/run/ppp0.pid": "42\nppp0\n"])
        if process == .pppdOfAnotherNamespace {
            try root.write("/proc/42/net/dev", [])
        } else if process != .none {
            try root.hardLink("/proc/42/net/dev", to: "/proc/self/net/dev")
        }
        if process != .none {
            let program = process == .other ? "/bin/sh" : "/usr/sbin/pppd"
            try root.write("/proc/42/cmdline", Array("\(program)\0/dev/ttyUSB2\0".utf8))
        }
        if let sessions { try root.write("/proc/net/pppoe", Array(sessions.utf8)) }
        #expect(
            try PPPTransport.read(interface: "ppp0", isOnly: isOnly, root: root.root) == transport)
        #expect(try PPPTransport.read(interface: "ppp1", isOnly: false, root: root.root) == nil)
    }
}

@Suite struct ResolverConfigurationTests {
    @Test(arguments: [
        ("", []),
        ("nameserver 192.0.2.1\n", ["192.0.2.1"]),
        (
            "search example\nnameserver\t192.0.2.1\n# nameserver 192.0.2.2\n;nameserver 192.0.2.3",
            ["192.0.2.1"]
        ),
        ("nameserver fe80::1%eth0", ["fe80::1%eth0"]),
        (
            "nameserver 1.1.1.1\nnameserver 2.2.2.2\nnameserver 3.3.3.3\nnameserver 4.4.4.4",
            ["1.1.1.1", "2.2.2.2", "3.3.3.3"]
        ),
        ("nameserver", []),
        (" nameserver 1.1.1.1\n", []),
        ("nameservers 1.1.1.1\n", []),
        ("nameserver 1.1.1.1 # home\n", ["1.1.1.1"]),
        // As glibc 2.36 takes them: a carriage return is part of an address, and what is none does not count.
        ("nameserver 1.1.1.1\r\n", []),
        ("nameserver 2001:db8::1\r\n", []),
        ("nameserver 1.1.1.1 \r\n", ["1.1.1.1"]),
        ("nameserver 1.1.1.1\t#x\r\n", ["1.1.1.1"]),
        ("nameserver 1.1.1.1;x\n", []),
        ("\u{FEFF}nameserver 1.1.1.1\n", []),
        ("nameserver 192.0.2\n", ["192.0.0.2"]),
        ("nameserver 0xc0000235\n", ["192.0.2.53"]),
        (
            "nameserver x\nnameserver y\nnameserver z\nnameserver 1.1.1.1\nnameserver ::1",
            ["1.1.1.1", "::1"]
        ),
    ])
    func nameServers(_ text: String, servers: [String]) {
        #expect(ResolverConfiguration(text: text).nameServers == servers)
    }

    private static let stubFile = "/run/systemd/resolve/stub-resolv.conf"
    private static let upstreamFile = "/run/systemd/resolve/resolv.conf"
    private static let file = "/etc/resolv.conf"

    @Test(
        "The servers behind systemd-resolved's stub take its place",
        arguments: [
            ([:], []),
            ([file: "nameserver 192.0.2.1\n"], ["192.0.2.1"]),
            (
                [file: "nameserver 192.0.2.1\n", upstreamFile: "nameserver 192.0.2.2\n"],
                ["192.0.2.1"]
            ),
            ([file: "nameserver 127.0.0.53\n"], ["127.0.0.53"]),
            (
                [
                    file: "nameserver 127.0.0.54\nnameserver 192.0.2.1\n",
                    upstreamFile: "nameserver 192.0.2.2\nnameserver 192.0.2.3\n",
                ],
                ["192.0.2.2", "192.0.2.3", "192.0.2.1"]
            ),
        ] as [([String: String], [String])])
    func files(texts: [String: String], servers: [String]) throws {
        let root = try TemporaryRoot(texts)
        #expect(try ResolverConfiguration.read(root: root.root).nameServers == servers)
    }

    private static let servers = (1...20).map { "192.0.2.\($0)" }
    private static let lines = servers.map { "nameserver \($0)\n" }.joined()

    @Test("The C library asks the first three servers, and other programs may ask the rest")
    func furtherServers() throws {
        let root = try TemporaryRoot([Self.file: Self.lines])
        let read = try ResolverConfiguration.read(root: root.root)
        #expect(read.nameServers == Array(Self.servers.prefix(3)))
        #expect(read.furtherNameServers == Array(Self.servers.dropFirst(3)))
    }

    @Test("systemd-resolved asks all servers of its file")
    func manyUpstreamServers() throws {
        let root = try TemporaryRoot([
            Self.file: "nameserver 127.0.0.53\n", Self.upstreamFile: Self.lines,
        ])
        let read = try ResolverConfiguration.read(root: root.root)
        #expect(read.nameServers == Self.servers)
        #expect(read.furtherNameServers == [])
    }

    @Test(
        "resolv.conf may be a symbolic link",
        arguments: [
            (stubFile, ["192.0.2.2"]), (upstreamFile, ["192.0.2.2"]), ("/run/nothing", []),
        ])
    func symbolicLinks(file: String, servers: [String]) throws {
        let root = try TemporaryRoot([
            Self.stubFile: "nameserver 127.0.0.53\n", Self.upstreamFile: "nameserver 192.0.2.2\n",
        ])
        try root.link(Self.file, to: ".." + file)
        #expect(try ResolverConfiguration.read(root: root.root).nameServers == servers)
        #expect(
            ResolverConfiguration.files(root: root.root)
                == [Self.file, Self.upstreamFile].map { root.path + $0 })
    }

    @Test("A FIFO in the place of resolv.conf is not waited for")
    func fifo() throws {
        let root = try TemporaryRoot()
        try root.makeFolder("/etc")
        try #require(mkfifo(root.path + Self.file, 0o600) == 0)
        #expect(try ResolverConfiguration.read(root: root.root).nameServers == [])
    }
}

@Suite struct SystemRootTests {
    @Test(
        "A setting of the kernel is a number in a file",
        arguments: [("30\n", 30), ("0\n", 0), ("\n", nil), ("none\n", nil), (nil, nil)]
            as [(String?, Int64?)])
    func settings(text: String?, value: Int64?) throws {
        let file = "/proc/sys/net/ipv6/route/gc_interval"
        let root = try TemporaryRoot(text.map { [file: $0] } ?? [:])
        #expect(root.root.setting("net.ipv6.route.gc_interval") == value)
    }

    @Test func runningSystem() throws {
        #expect(SystemRoot.system.path("/etc") == "/etc")
        #expect(try readFile("/nowhere/at/all") == nil)
        if try Folder(path: "/nowhere") != nil { Issue.record("a folder that is not there opened") }
        guard let folder = try Folder(path: "/proc/self") else {
            Issue.record("there is no /proc/self")
            return
        }
        let found = (folder.contains("stat"), folder.contains("nothing"))
        #expect(found == (true, false))
        let name = try folder.read("comm")
        #expect(name?.isEmpty == false)
        let entries = try folder.entries(withPrefix: "mountin")
        #expect(entries == ["mountinfo"])
    }
}
