// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// One instruction of a classic BPF program (`struct sock_filter`).
///
/// The virtual machine has an accumulator A, an index register X and 16 words of memory. It reads values of the
/// message as big-endian.
struct FilterInstruction: Hashable, Sendable {
    var code: UInt16
    /// The number of instructions to skip if the comparison is true, and if it is false.
    var skipIfTrue: UInt8 = 0
    var skipIfFalse: UInt8 = 0
    var operand: UInt32 = 0

    /// A = the byte at an offset (`BPF_LD | BPF_B | BPF_ABS`).
    static func loadByte(at offset: UInt32) -> Self { Self(code: 0x30, operand: offset) }
    /// A = the half word at an offset (`BPF_LD | BPF_H | BPF_ABS`).
    static func loadHalf(at offset: UInt32) -> Self { Self(code: 0x28, operand: offset) }
    /// A = the word at an offset (`BPF_LD | BPF_W | BPF_ABS`).
    static func loadWord(at offset: UInt32) -> Self { Self(code: 0x20, operand: offset) }
    /// A = the word at X and an offset (`BPF_LD | BPF_W | BPF_IND`).
    static func loadWord(atIndexAnd offset: UInt32) -> Self { Self(code: 0x40, operand: offset) }
    /// A = the half word at X and an offset (`BPF_LD | BPF_H | BPF_IND`).
    static func loadHalf(atIndexAnd offset: UInt32) -> Self { Self(code: 0x48, operand: offset) }
    /// A = the offset of the netlink attribute of type X, searched from offset A; 0 if there is none
    /// (`SKF_AD_NLATTR`).
    static let findAttribute = Self(code: 0x20, operand: 0xFFFF_F000 &+ 12)
    /// A = a number (`BPF_LD | BPF_IMM`).
    static func load(_ value: UInt32) -> Self { Self(code: 0x00, operand: value) }
    /// X = a number (`BPF_LDX | BPF_IMM`).
    static func loadIndex(_ value: UInt32) -> Self { Self(code: 0x01, operand: value) }
    /// A = a word of memory (`BPF_LD | BPF_MEM`).
    static func recall(_ slot: UInt32) -> Self { Self(code: 0x60, operand: slot) }
    /// A word of memory = A (`BPF_ST`).
    static func store(_ slot: UInt32) -> Self { Self(code: 0x02, operand: slot) }
    /// X = A (`BPF_MISC | BPF_TAX`).
    static let moveToIndex = Self(code: 0x07)
    /// A = A - X (`BPF_ALU | BPF_SUB | BPF_X`).
    static let subtractIndex = Self(code: 0x1C)
    /// A = A & a number (`BPF_ALU | BPF_AND | BPF_K`).
    static func and(_ value: UInt32) -> Self { Self(code: 0x54, operand: value) }
    /// A = A ^ a number (`BPF_ALU | BPF_XOR | BPF_K`).
    static func exclusiveOr(_ value: UInt32) -> Self { Self(code: 0xA4, operand: value) }
    /// A = A >> X (`BPF_ALU | BPF_RSH | BPF_X`). X is below 32.
    static let shiftRightByIndex = Self(code: 0x7C)
    /// Skips instructions, depending on whether A equals a number (`BPF_JMP | BPF_JEQ | BPF_K`).
    static func ifEqual(_ value: UInt32, skip: UInt8 = 0, else skipElse: UInt8 = 0) -> Self {
        Self(code: 0x15, skipIfTrue: skip, skipIfFalse: skipElse, operand: value)
    }
    /// Skips instructions, depending on whether A is at least a number (`BPF_JMP | BPF_JGE | BPF_K`).
    static func ifAtLeast(_ value: UInt32, skip: UInt8 = 0, else skipElse: UInt8 = 0) -> Self {
        Self(code: 0x35, skipIfTrue: skip, skipIfFalse: skipElse, operand: value)
    }
    /// Skips instructions (`BPF_JMP | BPF_JA`).
    static func skip(_ count: Int) -> Self { Self(code: 0x05, operand: UInt32(count)) }
    /// Passes the message (`BPF_RET | BPF_K`).
    static let pass = Self(code: 0x06, operand: .max)
    /// Drops the message (`BPF_RET | BPF_K`).
    static let drop = Self(code: 0x06, operand: 0)
}

extension [FilterInstruction] {
    /// Attaches the program to a socket (`SO_ATTACH_FILTER`).
    func attach(to descriptor: Int32) throws(NetlinkError) {
        var instructions = map {
            sock_filter(code: $0.code, jt: $0.skipIfTrue, jf: $0.skipIfFalse, k: $0.operand)
        }
        let failure = unsafe instructions.withUnsafeMutableBufferPointer { buffer -> Int32 in
            var filter = unsafe sock_fprog(
                len: UInt16(buffer.count), filter: buffer.baseAddress)
            let result = unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &filter,
                socklen_t(MemoryLayout<sock_fprog>.size))
            return result < 0 ? errno : 0
        }
        if failure != 0 { throw NetlinkError(.attachFilter, .errno(failure)) }
    }
}
