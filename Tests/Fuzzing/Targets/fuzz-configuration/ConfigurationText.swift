// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
@testable import ReachCommand

/// Parses the input as a configuration file. The result is always the same configuration, or an
/// error whose position is in the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var reader = JSONReader(bytes[...], as: .json5)
    _ = try? reader.value()
    precondition(reader.line <= 1 + bytes.count { $0 == UInt8(ascii: "\n") })
    do {
        let configuration = try Configuration(json: bytes)
        precondition(!configuration.probes.addresses.isEmpty)
        let again = try Configuration(json: bytes)
        precondition(again == configuration)
    } catch let error as ConfigurationError {
        precondition(!error.reason.isEmpty)
        precondition(!error.description.escaped.contains("\n"))
    } catch {
        preconditionFailure("not told in the command's words: \(error)")
    }
    return 0
}
