# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# A machine with reach's drop-ins and examples for updates and backups, and more programs of Debian that they are for.

boot systemd
    installed
    user_with_linger ada
    configured "$costs"
    for name in apt-daily-upgrade podman-auto-update fwupd-refresh restic-backup; do soon $name.timer; done
    echo 'deb [trusted=yes] http://192.0.2.1/ ./' >/etc/apt/sources.list
    printf '%s\n' 'APT::Periodic::Unattended-Upgrade "always";' 'APT::Sandbox::User "root";' \
        'Acquire::Languages "none";' 'Unattended-Upgrade::Origins-Pattern { "site=192.0.2.1"; };' \
        >/etc/apt/apt.conf.d/scenario
    # The packages' own scripts would have made fwupd's user.
    systemd-sysusers

scenario 'updates: unattended-upgrades waits, and installs an upgrade once'
    booted; configured "$costs"; upgrade_at_home; listen_to_journal
    drop_in apt
    begins_to_wait apt-daily-upgrade
    asked_for_nothing; news_is 1
    ends_its_wait apt-daily-upgrade
    asked_once news.deb; news_is 2
    drop_out apt

scenario 'updates: podman looks for newer images once'
    booted; configured "$costs"; network; listen_to_journal
    drop_in podman
    begins_to_wait podman-auto-update
    ends_its_wait podman-auto-update
    drop_out podman

scenario 'updates: fwupd looks for newer firmware once'
    booted; configured "$costs"; firmware_at_home; listen_to_journal
    drop_in fwupd
    begins_to_wait fwupd-refresh
    asked_for_nothing
    ends_its_wait fwupd-refresh
    asked_once firmware.xml.gz.jcat firmware.xml.gz
    drop_out fwupd
    systemctl stop fwupd.service

scenario "updates: a user's flatpak downloads an update once, and does not install it"
    booted; configured "$costs"; becomes active user@1000.service; runtime_at_home
    next_runtime 2
    flatpak=/home/ada/.local/share/flatpak
    whose=ada
    by_recipe flatpak /usr/share/doc/reach/examples/package-downloads/README.md
    waits_for metered
    asked_for_nothing
    configured "$free"
    waits_for_next_period
    asked_once "${commit:2}.commit"
    [[ $(<$flatpak/repo/refs/remotes/home/runtime/org.example.News/x86_64/1) == "$commit" ]] || fail 'another one is there'
    [[ $(<$flatpak/runtime/org.example.News/x86_64/1/active/files/news) == 1 ]] || fail 'it is installed'
    queue cancel "$transfer"

scenario 'updates: a backup by restic waits, and is made once'
    booted; configured "$costs"; network; listen_to_journal
    cd /usr/share/doc/reach/examples/restic
    install --mode=644 -t /etc/systemd/system restic-backup.service restic-backup.timer
    # (The scenario has no patience for a minute.)
    sed -i 's/--stable 1m/--stable 1s/' /etc/systemd/system/restic-backup.service
    printf '%s\n' RESTIC_REPOSITORY=/var/lib/restic RESTIC_PASSWORD_FILE=/etc/restic-backup.password \
        BACKUP_FOLDERS=/etc/reach >/etc/restic-backup.env
    echo hidden >/etc/restic-backup.password
    set -a; . /etc/restic-backup.env; set +a
    restic init
    systemctl daemon-reload
    systemctl start restic-backup.timer
    becomes activating restic-backup.service
    [[ $(restic snapshots --json) == '[]' ]] || fail 'there is a backup'
    configured "$free"
    await has_run restic-backup.service
    becomes inactive restic-backup.service
    ran_once restic-backup.service
    [[ $(restic snapshots --json | jq length) == 1 ]] || fail "$(restic snapshots)"
    systemctl stop restic-backup.timer
