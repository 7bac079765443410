// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import NetworkReachability
import ReachCommand

/// `reach fetch`: downloads files, whatever happens to the program, the network and the machine meanwhile.
struct Fetch: TransferAddingCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: FetchCall.configuration.abstract,
        discussion: """
            reach adds the downloads to the queue of this user. They stay in the queue until they have ended, also if \
            this program ends, or the machine restarts. A download runs while all conditions hold. When they are lost, \
            it closes its connection at once; it continues later, if the file on the server is still the same. \
            Without a condition, a download waits for a live route to the host of its URL. The file appears when it is \
            complete, verified and synced to the disk. An existing file is not overwritten.

            The program waits for the end, and shows the progress. If no other worker runs, it performs all transfers of \
            the queue meanwhile, and runs their commands. Ctrl-C ends only the program. With --detach \
            it prints the numbers of the downloads, and ends at once.

            The server proposes the name of the file; without a proposal, it is the last part of the URL.

            With --then, or after --, the rest of the command line is a command. reach runs it when the download \
            finishes, fails or is cancelled, in this folder and environment, at least once, and again if it fails, at \
            most 5 times. While three such commands run, the next one waits until one of them ends. The command's \
            environment also has REACH_TRANSFER_ID, REACH_TRANSFER_STATE, REACH_TRANSFER_FILE and \
            REACH_TRANSFER_URL. The URLs of one call, and a group, have one run, when all of them have ended. It has \
            REACH_TRANSFER_GROUP and REACH_TRANSFER_FILES (a JSON array) instead of the file and the URL. Then \
            REACH_TRANSFER_ID has all numbers, with blanks between them, and REACH_TRANSFER_STATE is failed if any \
            download failed, else cancelled if any was cancelled, else finished. A list longer than 64 KiB is in a file \
            instead, which only the user can read and which reach removes after the command: REACH_TRANSFER_FILES_FROM \
            names the file with the JSON array, in place of REACH_TRANSFER_FILES, and REACH_TRANSFER_IDS_FROM the \
            file with the numbers, in place of REACH_TRANSFER_ID.

            Durations: \(TimeSpan.examples). \(PointInTime.help)

            Exit codes: 0 all files are complete; 1 a download failed for good or was cancelled, or the command could not \
            be started; 124 the deadline \
            passed; 64 the command line is invalid; 69 the program reach-transfer is not installed, or netlink cannot \
            be used; 73 the file cannot be created; 74 the queue cannot be used; 78 the configuration file is invalid.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Download a file into the current folder, and wait for its end:
            reach fetch https://files.example/map.bin
          Download at night on an unmetered network, and check the digest:
            reach fetch --detach --discretionary --between 22:00-06:00 \
                --sha256 "$digest" https://files.example/map.bin
          Download all addresses of a list, and unpack them when all have ended:
            mkdir -p maps && reach fetch -i list -o maps/ -- ./unpack maps
          Download the newest version, in place of an earlier request, and start a
          unit:
            reach fetch -d --key firmware --existing replace --overwrite \
                -o firmware.raucb --on-finish install.service \
                https://files.example/firmware.raucb
        """#

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Write to this file, or into this directory, which must exist. By default, the file is in the current \
            directory.
            """,
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        name: [.customShort("i"), .long],
        help: ArgumentHelp(
            "Also read URLs from this file, one a line. Lines that begin with # are ignored. - is standard input.",
            valueName: "file"),
        completion: .file())
    var inputFile: String?

    @Flag(help: "Replace an existing file. A symbolic link is replaced, not followed.")
    var overwrite = false

    @OptionGroup var conditions: ConditionOptions

    @OptionGroup var adding: AddingOptions

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    @OptionGroup var stored: StoreOptions

    @OptionGroup var request: TransferRequestOptions

    @Argument(help: ArgumentHelp("Download from these http or https addresses.", valueName: "url"))
    var url: [String] = []

    func validate() throws {
        if let text = try pathFault ?? outputFault ?? inputFault {
            throw ValidationError(text)
        }
    }

    /// EX_CANTCREAT
    static let refusalCode: Int32 = 73

    func transfers(_ caller: Caller) throws -> [NewTransfer] {
        let addresses = try allAddresses()
        let destination = destination(caller)
        var options = options(try request.allHeaders(of: .download), caller)
        options.overwrites = overwrite
        if options.group == nil, addresses.count > 1 { options.group = Self.newGroup() }
        let (completion, environment) = request.completion(caller)
        return addresses.map { address in
            NewTransfer(
                download: address.text, to: destination, condition: condition,
                options: options, mode: caller.mode, completion: completion,
                environment: environment)
        }
    }

    private func destination(_ caller: Caller) -> NewTransfer.Destination {
        guard let output else { return .folder(caller.folder) }
        let path = output.begins(with: "/") ? output : caller.folder + output
        return path.ends(with: "/") || isFolder(path) ? .folder(path) : .file(path)
    }

    /// A name for the group of the URLs of one call.
    private static func newGroup() -> String {
        let number = UInt64.random(in: 0...UInt64.max)
        let digits = String(number, radix: 36)
        return "fetch-" + digits.prefix(8)
    }
}

// MARK: - Checks

extension Fetch {
    private var outputFault: String? {
        switch output {
        case "": "--output: the name is empty"
        case "-":
            "--output: a transfer outlives the program, so that it cannot write to standard output"
        default: nil
        }
    }

    private var inputFault: String? {
        get throws {
            let addresses = try url.map(TransferRequestOptions.address)
            if addresses.isEmpty, inputFile == nil { return "the URL is missing" }
            if let fault = faultOfSeveral(addresses.count) { return fault }
            _ = try request.headers(of: .download)
            if inputFile == "" { return "--input-file: the name is empty" }
            return inputFile == "-" && request.headerFile == "-"
                ? "--input-file and --header-file cannot both be standard input" : nil
        }
    }

    /// The fault of an option that is for one address only; `nil` if there is none.
    private func faultOfSeveral(_ count: Int) -> String? {
        guard count > 1 else { return nil }
        if let output, !output.ends(with: "/"), !isFolder(output) {
            return "--output: '\(output.escaped)' is not a directory, and there are several URLs"
        }
        if request.sha256 != nil {
            return "--sha256 is the digest of one file, and there are several URLs"
        }
        return adding.key == nil
            ? nil : "--key is for one download, and there are several URLs"
    }

    /// The addresses of the command line and of `--input-file`.
    ///
    /// - Throws: `Failure` with exit code 64, which names the line.
    private func allAddresses() throws -> [WebAddress] {
        let addresses = try url.map(TransferRequestOptions.address)
        guard let inputFile else { return addresses }
        let option = "--input-file"
        var all = addresses
        for (number, line) in try TransferRequestOptions.lines(of: inputFile, option) {
            do throws(WebAddress.Fault) {
                all.append(try WebAddress(line))
            } catch {
                throw Failure.usage(
                    "\(option): line \(number): '\(WebAddress.shown(line).escaped)' \(error.explanation)"
                )
            }
        }
        if all.isEmpty { throw Failure.usage("\(option): '\(inputFile.escaped)' has no URL") }
        if let fault = faultOfSeveral(all.count) { throw Failure.usage(fault) }
        return all
    }
}
