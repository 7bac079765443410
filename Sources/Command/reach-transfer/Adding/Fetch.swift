// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// `reach fetch`: downloads files, whatever happens to the program, the network and the machine meanwhile.
struct Fetch: AddingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: TransferSummary.fetch,
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
            most 5 times. Its \
            environment also has REACH_TRANSFER_ID, REACH_TRANSFER_STATE, REACH_TRANSFER_FILE and \
            REACH_TRANSFER_URL. The URLs of one call, and a group, have one run, when all of them have ended. It has \
            REACH_TRANSFER_GROUP and REACH_TRANSFER_FILES (a JSON array) instead of the file and the URL. Then \
            REACH_TRANSFER_ID has all numbers, with blanks between them, and REACH_TRANSFER_STATE is failed if any \
            download failed, else cancelled if any was cancelled, else finished. A list longer than 64 KiB is in a file \
            instead, which only the user can read and which reach removes after the command: REACH_TRANSFER_FILES_FROM \
            names the file with the JSON array, in place of REACH_TRANSFER_FILES, and REACH_TRANSFER_IDS_FROM the \
            file with the numbers, in place of REACH_TRANSFER_ID.

            Durations: \(TimeSpan.examples). Times: \(PointInTime.examples).

            Exit codes: 0 all files are complete; 1 a download failed for good or was cancelled, or the command could not \
            be started; 124 the deadline \
            passed; 64 the command line is invalid; 69 the program reach-transfer is not installed, or netlink cannot \
            be used; 73 the file cannot be created; 74 the queue cannot be used; 78 the configuration file is invalid.

            \(TransferExamples.fetch)
            """
    )

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

    @OptionGroup var adding: AddingOptions

    @Argument(help: ArgumentHelp("Download from these http or https addresses.", valueName: "url"))
    var url: [String] = []

    func validate() throws {
        if let text = try outputFault ?? inputFault { throw ValidationError(text) }
    }

    func run() throws {
        let addresses = try allAddresses()
        let caller = try Caller.current()
        let plan = FetchPlan(
            self, addresses: addresses, condition: try adding.condition,
            headers: try adding.allHeaders(of: .download), caller: caller,
            group: Self.newGroup(), isFolder: isFolder)
        // EX_CANTCREAT
        try AddingCommand(
            options: adding, transfers: plan.transfers, caller: caller, refusalCode: 73
        ).run()
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
            let addresses = try url.map(AddingOptions.address)
            if addresses.isEmpty, inputFile == nil { return "the URL is missing" }
            if let fault = faultOfSeveral(addresses.count) { return fault }
            _ = try adding.headers(of: .download)
            if inputFile == "" { return "--input-file: the name is empty" }
            return inputFile == "-" && adding.headerFile == "-"
                ? "--input-file and --header-file cannot both be standard input" : nil
        }
    }

    /// What is given once, but cannot be meant for several addresses; `nil` if nothing is.
    private func faultOfSeveral(_ count: Int) -> String? {
        guard count > 1 else { return nil }
        if let output, !output.ends(with: "/"), !isFolder(output) {
            return "--output: '\(output.escaped)' is not a directory, and there are several URLs"
        }
        if adding.sha256 != nil {
            return "--sha256 is the digest of one file, and there are several URLs"
        }
        return adding.schedule.key == nil
            ? nil : "--key is for one download, and there are several URLs"
    }

    /// The addresses of the command line and of `--input-file`.
    ///
    /// - Throws: `Failure` with exit code 64, which names the line.
    private func allAddresses() throws -> [WebAddress] {
        let addresses = try url.map(AddingOptions.address)
        guard let inputFile else { return addresses }
        let option = "--input-file"
        var all = addresses
        for (number, line) in try AddingOptions.lines(of: inputFile, option) {
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
