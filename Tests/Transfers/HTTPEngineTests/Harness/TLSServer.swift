// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import HTTPEngine
import LinuxSystem
import LoopbackServer

/// A server with TLS on the loopback interface: `openssl s_server` behind a ``RawServer``, which passes its bytes on, so
/// that a test sees them and can cut them off. It serves one connection.
final class TLSServer: Sendable {
    /// Whether the openssl command is there.
    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    /// The file with the server's certificate, which it has signed itself.
    var certificate: String { folder + "/certificate.pem" }
    private let folder: String
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - names: the names of the certificate, as in `DNS:localhost,IP:127.0.0.1`.
    ///   - arguments: further arguments of `openssl s_server`.
    init(names: String = "IP:127.0.0.1", _ arguments: [String] = []) throws {
        // openssl does not take the path of a socket with more than 31 bytes.
        folder = "/tmp/tls-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let key = folder + "/key.pem"
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        maker.arguments =
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
            + ["-nodes", "-keyout", key, "-out", folder + "/certificate.pem", "-days", "2"]
            + ["-subj", "/CN=test", "-addext", "subjectAltName=" + names]
        maker.standardError = FileHandle.nullDevice
        // Process.waitUntilExit() needs a run loop, and can miss the end of the process.
        let end = DispatchSemaphore(value: 0)
        maker.terminationHandler = { _ in end.signal() }
        try maker.run()
        end.wait()
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments =
            ["s_server", "-quiet", "-unix", folder + "/socket", "-naccept", "1"]
            + ["-key", key, "-cert", folder + "/certificate.pem"] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Ends the server.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Passes what a connection sends to the TLS server, and the other way, until one of them ends.
    func pass(_ connection: RawConnection) { connection.pass(to: folder + "/socket") }

    /// Sends bytes.
    func send(_ bytes: [UInt8]) { try? input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    /// Ends the connection as TLS does it (`close_notify`).
    func end() { try? input.fileHandleForWriting.close() }

    /// Waits for bytes from the client.
    func receive(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        while !isEnough(bytes) {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// Waits for a request, and answers it.
    func answer(_ text: String) {
        _ = receive { String(decoding: $0, as: UTF8.self).contains("\r\n\r\n") }
        send(Array(text.utf8))
    }
}

extension HTTPEngine {
    /// Creates an engine that trusts the authorities in a file.
    convenience init(
        trusting file: String, environment: ProxyEnvironment = ProxyEnvironment { _ in nil }
    ) throws {
        try self.init(
            EngineSettings(
                userAgent: "reach-transfer/1", limits: EngineLimits(), environment: environment,
                certificates: CertificateFiles { $0 == "CURL_CA_BUNDLE" ? file : nil }))
    }
}
