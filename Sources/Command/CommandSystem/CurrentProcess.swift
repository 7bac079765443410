// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc

/// The process that the command runs in.
package enum CurrentProcess {
    /// The name that the program was called by, and its arguments, byte for byte.
    ///
    /// They come from the C library. Swift's `CommandLine` reads them from /proc, which may not be mounted.
    package static let arguments: [[UInt8]] = (0..<ccs_argument_count()).map { position in
        guard let argument = unsafe ccs_argument(position) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }

    /// The path of the program's file, without symbolic links: from /proc, or where that is not mounted, from the path
    /// that it was executed by (`getauxval(3)`, `AT_EXECFN`); `nil` if both fail.
    package static var executablePath: [UInt8]? {
        unsafe resolved("/proc/self/exe")
            ?? (unsafe ccs_executable_name()).flatMap { unsafe resolved($0) }
    }

    private static func resolved(_ name: UnsafePointer<CChar>) -> [UInt8]? {
        guard let path = unsafe realpath(name, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }

    /// The environment, as in `/proc/PID/environ`: each `NAME=value` ends with a zero byte.
    package static var environment: [UInt8] {
        var bytes: [UInt8] = []
        guard var position = unsafe ccs_environment() else { return bytes }
        while let variable = unsafe position.pointee {
            unsafe bytes += UnsafeRawBufferPointer(start: variable, count: strlen(variable) + 1)
            unsafe position += 1
        }
        return bytes
    }

    /// The compiler, the packages and the libraries that the program was built with, and their versions, a line
    /// each; `nil` if the build did not record them. Only `Scripts/build-release` does.
    package static var buildRecord: String? {
        let text = unsafe String(cString: ccs_built_with())
        return text.isEmpty ? nil : text
    }

    /// The names of the interfaces in the network namespace of the process, in the kernel's order (`if_nameindex(3)`);
    /// none if the kernel cannot be asked.
    package static func interfaceNames() -> [String] {
        guard let list = unsafe if_nameindex() else { return [] }
        defer { unsafe if_freenameindex(list) }
        var names: [String] = []
        var next = unsafe list
        while let name = unsafe next.pointee.if_name {
            unsafe names.append(String(cString: name))
            unsafe next += 1
        }
        return names
    }

    /// Lets SIGTERM, SIGINT, SIGHUP and SIGQUIT end this process with 128 + N if it is process 1, as in a container
    /// that was started for it alone.
    ///
    /// The kernel delivers a signal to process 1 only if the process handles it.
    package static func endBySignalsAsFirstProcess() { ccs_end_by_signals_as_first_process() }

    /// Lets a write beyond the limit of a file's size (`RLIMIT_FSIZE`, `ulimit -f`) fail with `EFBIG`. By default the kernel
    /// ends the process (`SIGXFSZ`). Programs that this process starts keep the default.
    package static func surviveFileSizeLimit() { ccs_survive_file_size_limit() }

    /// Ends this process by SIGPIPE, as a write to a closed pipe does unless the signal is ignored. Services of
    /// systemd ignore it by default.
    package static func endByClosedPipe() -> Never {
        _ = signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // Reached only where the signal is blocked.
        _exit(128 + SIGPIPE)
    }
}
