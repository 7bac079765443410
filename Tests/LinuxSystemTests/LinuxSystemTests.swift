// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

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
    ])
    func nameServers(_ text: String, servers: [String]) {
        #expect(ResolverConfiguration(text: text).nameServers == servers)
    }
}

@Suite struct UEventTests {
    @Test func values() {
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
}

@Suite struct FileTests {
    @Test func whatIsNotThere() throws {
        #expect(try readFile("/nowhere/at/all") == nil)
        if try Folder(path: "/nowhere") != nil { Issue.record("a folder that is not there opened") }
    }

    @Test func procfs() throws {
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

    @Test func loopbackHasNoDevice() throws {
        let lo = try NetworkDevice.read(name: "lo", index: 1, hardwareAddress: "00:00:00:00:00:00")
        #expect(lo == nil || lo?.hasDevice == false)
    }

    @Test(
        "A folder of another interface is not believed",
        arguments: [
            (2 as UInt32, "00:00:00:00:00:00"), (1, "02:00:00:00:00:01"),
        ])
    func foreignSysfs(index: UInt32, address: String) throws {
        #expect(try NetworkDevice.read(name: "lo", index: index, hardwareAddress: address) == nil)
    }
}
