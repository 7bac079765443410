// SPDX-License-Identifier: Apache-2.0

/// Examples of the commands, for their help and their manual pages.
///
/// Each is a paragraph of the discussion. `Scripts/make-manual` makes a section of it: lines with two blanks before them
/// say what the lines after them do, which have four.
enum HelpExamples {
    static let check = #"""
        Examples:
          Download only on a network that is known or guessed to be unmetered:
            reach check --unmetered --unknown-metered deny --quiet && download
          Is there a path by cable to a server at home?
            reach check --to nas.home.arpa --type ethernet
          Does the internet answer, or is there a captive portal? The address to ask
          is in reach.json(5); without one, NetworkManager checks.
            reach check --validated
          Skip a unit of systemd while the machine is offline:
            [Service]
            ExecCondition=/usr/bin/reach check --quiet --exec-condition
        """#

    static let explain = #"""
        Examples:
          Ask why the machine is offline:
            reach explain
          Ask why an interface has its type, with every fact that was read:
            reach explain --verbose eth0
        """#

    static let export = #"""
        Examples:
          Write metrics for Debian's node_exporter, from now on and after each boot:
            sudo apt-get install prometheus-node-exporter
            sudo systemctl enable --now reach-export.service
          Look at the metrics:
            reach export --textfile /tmp/reach.prom &
            sleep 1; cat /tmp/reach.prom
        """#

    static let history = #"""
        Examples:
          Record the history from now on and after each boot:
            sudo systemctl enable --now reach-history.service
          Record it without being root, until you log out:
            systemd-run --user --unit=reach-watch reach watch
          When was this machine offline, and for how long?
            reach history
          Was it offline last night?
            reach history --since 'yesterday 22:00' --until 'today 06:00'
          Draw a picture of the last week:
            reach history --since 7d --svg week.svg
          Record a history in a file, and look at it:
            reach watch --json >> path.jsonl &
            reach history --from path.jsonl
        """#

    static let run = #"""
        Examples:
          Start a download on an unmetered network, and give up after six hours:
            reach run --unmetered --unknown-metered deny --deadline 6h -- \
                wget https://example.org/large.iso
          Suspend a transfer while the network is metered or lost:
            reach run --unmetered --stable 30s --on-loss suspend -- \
                rsync -a ~/photos nas.example:
        """#

    static let status = #"""
        Examples:
          Show all interfaces:
            reach status --all
          Show the role of one interface, and then the path:
            reach status wlan0
          Print the name of the interface that carries the path:
            reach status --json | jq -r '.primary // "none"'
          Check a configuration file:
            reach status --config reach.json >/dev/null
        """#

    static let wait = #"""
        Examples:
          Wait until the machine has been online for ten seconds, for at most five
          minutes:
            reach wait --stable 10s --timeout 5m && fetchmail
          Wait until the VPN is gone:
            reach wait --no-vpn
        """#

    static let watch = #"""
        Examples:
          Follow the path until the program is interrupted:
            reach watch
          Ignore changes that last for less than two seconds:
            reach watch --settle 2s
          Print the medium after each change of the connection:
            reach watch --json | jq -r --unbuffered '.path.connection'
          Follow one interface, which need not exist yet:
            reach watch usb0
          Run a script for the current path and for each change; more scripts are in
          reach-recipes(7):
            reach watch --settle 2s --exec-timeout 1m --exec ./on-change
        """#

    static let reach = #"""
        Examples:
          Show whether the machine is online, and over which network:
            reach status
          Wait at most two hours for an unmetered network, and run a backup:
            reach wait --unmetered --unknown-metered deny --timeout 2h && backup
          Ask why the machine is offline:
            reach explain
        """#
}
