// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// `reach upload`: sends a file, whatever happens to the program, the network and the machine meanwhile.
struct Upload: TransferAddingCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload",
        abstract: UploadCall.configuration.abstract,
        discussion: """
            reach adds the upload to the queue of this user. It stays in the queue until it has ended, also if this \
            program ends, or the machine restarts. It runs while all conditions hold. When they are lost, it closes its \
            connection at once. Without a condition, it waits for a live route to the host of its URL.

            If the server supports tus 1.0, reach asks how much of the file it has, and sends the rest. To any other \
            server, reach sends the whole file by PUT, again after each interruption. --method post sends the whole file \
            by POST, with an Idempotency-Key by which the server can recognize a repetition.

            Do not change the file until the upload has ended: if it changes, the upload fails. reach follows a symbolic \
            link when it adds the upload.

            The program waits for the end, and shows the progress. Ctrl-C ends only the program. With --detach \
            it prints the number of the upload, and ends at once.

            With --then, or after --, the rest of the command line is a command. reach runs it when the upload \
            finishes, fails or is cancelled, in this folder and environment, at least once, and again if it fails, at \
            most 5 times. While three such commands run, the next one waits until one of them ends. The command's \
            environment also has REACH_TRANSFER_ID, REACH_TRANSFER_STATE, REACH_TRANSFER_FILE and \
            REACH_TRANSFER_URL. A group has one run, when all transfers of it have ended; see reach-fetch(1).

            Durations: \(TimeSpan.examples). \(PointInTime.help)

            Exit codes: 0 the server has the file; 1 the upload failed for good or was cancelled, the file cannot be \
            read, or the command could not be started; 124 the deadline passed; 64 the command line is invalid; 69 the program reach-transfer is not \
            installed, or netlink cannot be used; 74 the queue cannot be used; 78 the configuration file is invalid.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Upload a file to its place on a server, and wait for the end:
            reach upload map.bin https://files.example/maps/map.bin
          Upload pictures over unmetered networks only, in pieces to a server with
          tus:
            reach upload --detach --discretionary --method tus \
                picture.jpg https://pictures.example/files/
          Post a report, and remove it when the server has it:
            reach upload --detach --method post \
                report.json https://reports.example/new -- \
                sh -c '[ "$REACH_TRANSFER_STATE" = finished ] && rm report.json'
        """#

    @Option(
        help: ArgumentHelp(
            "Send the file in this way. By default tus if the server supports it, else put.",
            valueName: "method"))
    var method: UploadMethod?

    @OptionGroup var conditions: ConditionOptions

    @OptionGroup var adding: AddingOptions

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    @OptionGroup var stored: StoreOptions

    @OptionGroup var request: TransferRequestOptions

    @Argument(help: ArgumentHelp("The file to send.", valueName: "file"), completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp(
            """
            Upload to this http or https address. For put it is the address of the file, for tus and post that of the \
            service.
            """,
            valueName: "url"))
    var url: String

    func validate() throws {
        if let text = pathFault { throw ValidationError(text) }
        if file.isEmpty { throw ValidationError("the name of the file is empty") }
        if file == "-" {
            throw ValidationError(
                "an upload outlives the program, so that it cannot read standard input")
        }
        _ = try TransferRequestOptions.address(url)
        _ = try request.headers(of: .upload)
    }

    static let refusalCode: Int32 = 1

    func transfers(_ caller: Caller) throws -> [NewTransfer] {
        let (completion, environment) = request.completion(caller)
        return [
            NewTransfer(
                upload: try TransferRequestOptions.address(url).text,
                from: file.begins(with: "/") ? file : caller.folder + file,
                method: method ?? .automatic, condition: condition,
                options: options(try request.allHeaders(of: .upload), caller),
                completion: completion, environment: environment)
        ]
    }
}
