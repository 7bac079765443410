// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem

/// Does something to a file, and throws Foundation's error where ours is thrown, with the file's path.
/// (`POSIXError` alone loses what it is given besides the code, seen with Swift 6.3.)
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
