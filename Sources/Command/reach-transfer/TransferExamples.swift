// SPDX-License-Identifier: Apache-2.0

/// Examples of the commands about transfers, in the form of `HelpExamples`.
enum TransferExamples {
    static let fetch = #"""
        Examples:
          Download a file into the current folder, and wait for its end:
            reach fetch https://files.example/map.bin
          Download at night on an unmetered network, and check the digest:
            reach fetch --detach --discretionary --not-before 22:00 \
                --sha256 "$digest" https://files.example/map.bin
          Download all addresses of a list, and unpack them when all have ended:
            mkdir -p maps && reach fetch -i list -o maps/ -- ./unpack maps
          Download the newest version, in place of an earlier request, and start a
          unit:
            reach fetch -d --key firmware --existing replace --overwrite \
                -o firmware.raucb --on-finish install.service \
                https://files.example/firmware.raucb
        """#

    static let queueAck = #"""
        Examples:
          Remove all ended transfers from the list:
            reach queue ack --all
        """#

    static let queueCancel = #"""
        Examples:
          Cancel two transfers, and all transfers of a group:
            reach queue cancel 7 8
            reach queue cancel --group tiles
        """#

    static let queueHold = #"""
        Examples:
          Start no transfer during a meeting:
            reach queue hold; sleep 1h; reach queue release
        """#

    static let queueList = #"""
        Examples:
          List the failed transfers:
            reach queue list --state failed
          List the transfers of a group as JSON:
            reach queue --group tiles --json
        """#

    static let queuePause = #"""
        Examples:
          Stop a transfer:
            reach queue pause 7
        """#

    static let queueRelease = #"""
        Examples:
          Start transfers again:
            reach queue release
        """#

    static let queueResume = #"""
        Examples:
          Continue a paused transfer:
            reach queue resume 7
        """#

    static let queueRetry = #"""
        Examples:
          Retry a failed transfer, within two hours:
            reach queue retry --deadline 2h 7
        """#

    static let queueRun = #"""
        Examples:
          Perform the transfers until a signal ends the program:
            reach queue run
          Show the journal of the transfer 7, which a user unit performs:
            journalctl --user REACH_TRANSFER=7
        """#

    static let queueShow = #"""
        Examples:
          Show a transfer and its events:
            reach queue show 7
        """#

    static let queueWatch = #"""
        Examples:
          Wait until a transfer has ended:
            reach queue watch 7
          Print all events since the one with the number 40:
            reach queue watch --after 40 --json
        """#

    static let queue = #"""
        Examples:
          List the transfers:
            reach queue
          Stop all transfers, and continue them:
            reach queue pause --all
            reach queue resume --all
          Perform the transfers without systemd, and end when nothing is left to do:
            reach queue run --until-empty
        """#

    static let upload = #"""
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
}
