// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// `reach record`: appends what happens to the network to files, until ended.
struct Record: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the path and the traffic of each network in files.",
        discussion: """
            The record is what reach history and reach usage read. It has a file for each month of local time, \
            YYYY-MM.jsonl, to which reach appends a line when the path changes, when the network of an interface \
            changes or the interface goes, in each interval in which bytes were carried, and at the end. A line has the \
            network and the bytes of an interface since its last line. Only the interfaces at the bottom count: \
            no tunnels, bridges, bonds, VLANs, veth or loopback.

            The program runs until a signal ends it. If it was killed, the next one goes on from the last line. If the \
            disk is full, it tries again each minute. Durations: \(TimeSpan.examples).

            Exit codes: 65 a newer version has written the record; 73 the folder or the file of the month cannot be \
            written, or another program has written the file of a month; 75 another process records into this folder; \
            78 the configuration file is invalid.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Record from now on and after each boot:
            sudo systemctl enable --now reach-record.service
          Record without being root, until you log out:
            systemd-run --user --unit=reach-record reach record
          Look at the lines of this month:
            sudo tail -f "/var/lib/reach/record/$(date +%Y-%m).jsonl"
        """#

    @OptionGroup var record: RecordOptions

    @Option(
        help: ArgumentHelp(
            "Write what was carried at least once in this time.", valueName: "duration"))
    var interval = TimeSpan(milliseconds: 3_600_000)

    @Option(
        help: ArgumentHelp(
            "Remove the files of months that are older than this.", valueName: "duration"))
    var keep = TimeSpan(milliseconds: 400 * 86_400_000)

    @Flag(
        help: """
            Check whether the internet answers over the path, as reach watch --validated does, and record the result.
            """)
    var validated = false

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    func validate() throws {
        if interval.milliseconds < 1000 {
            throw ValidationError("--interval must be at least 1s")
        }
    }

    func run() throws {
        let files = FileWatch()
        let followed = try FollowedConfiguration(configurationFile, files)
        guard let folder = record.folder ?? RecordFolder.own else {
            throw Failure(
                "there is no folder for the record, because HOME is not set; --dir names one",
                exitCode: 73)
        }
        let clock = WallClock()
        let file = try RecordFile(folder, keep: keep.milliseconds, clock: clock)
        let former: RecordEnd
        do { former = try folder.end(boot: Boot.identifier) } catch let error as SystemError {
            throw Failure(error.description.escaped, exitCode: 73)
        }
        let plans = try RecordedPlans(followed.configuration.plans, folder, clock, after: former)
        let pathTracker = try ValidatedPathTracker(
            plans.question(of: followed.configuration), followed.configuration, configurationFile,
            isValidated: validated, costPatience: PathTracker.costPatience, files: files)
        var driver = RecordDriver(
            pathTracker, followed, try TrafficReader(), try EndingSignals(), plans, file,
            interval: interval.milliseconds, clock: clock)
        try driver.start(after: former)
        while true { try driver.next() }
    }
}

/// The option that names the folder of a record.
struct RecordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the record: by default /var/lib/reach/record for root, and reach/record in $XDG_STATE_HOME for others.",
            valueName: "directory"),
        completion: .directory)
    var dir: String?

    /// The folder; `nil` for the default one.
    var folder: RecordFolder? { dir.map { RecordFolder(path: $0) } }

    /// The folder to read; `nil` if there is no record.
    ///
    /// - Throws: ``Failure`` with exit code 66 if the folder that was named cannot be read.
    var existing: RecordFolder? {
        get throws {
            guard let folder else { return RecordFolder.existing }
            return try Failure.reading { () throws(SystemError) in
                try folder.months.isEmpty ? nil : folder
            }
        }
    }

    /// Whether the record of the machine is there, or may be, and this user may not read it.
    var isClosed: Bool {
        guard folder == nil, effectiveUser != 0 else { return false }
        do throws(SystemError) { _ = try RecordFolder.machine.months } catch {
            return !error.isMissing
        }
        return false
    }

    func validate() throws {
        if let dir, dir.isEmpty { throw ValidationError("--dir needs the name of a folder") }
    }
}
