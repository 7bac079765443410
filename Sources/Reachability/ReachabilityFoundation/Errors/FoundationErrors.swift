// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem
public import Reachability

// Without these conformances, Foundation's `localizedDescription` is "The operation could not be
// completed" with the error's number.

extension DeferralError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

extension NetworkAccessError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

extension ReachabilityError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

extension ResponseError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

/// Runs an operation on a file, and converts a `SystemError` to a `CocoaError` with the file's
/// path. (A `POSIXError` alone loses all but the code, seen with Swift 6.3.)
func translatingErrors<Value>(of file: URL, _ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as SystemError {
        let code: CocoaError.Code =
            switch error.errno {
            case EEXIST: .fileWriteFileExists
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EACCES, EPERM: .fileWriteNoPermission
            case EROFS: .fileWriteVolumeReadOnly
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            default: .fileWriteUnknown
            }
        let cause = POSIXError(POSIXErrorCode(rawValue: error.errno) ?? .EIO)
        throw CocoaError(
            code, userInfo: [NSFilePathErrorKey: file.path, NSUnderlyingErrorKey: cause])
    }
}
