// SPDX-License-Identifier: Apache-2.0

/// The gzip format (RFC 1952), without compression.
enum Gzip {
    /// Bytes as stored blocks.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result += littleEndian(length) + littleEndian(~length) + block
        } while !rest.isEmpty
        return result + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
    }

    private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1
            }
        }
    }
}
