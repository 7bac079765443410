# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# A machine with reach's package of drop-ins, and programs of Debian that they are for.

boot systemd
    installed
    user_with_linger ada
    configured "$costs"
    soon apt-daily.timer
    soon borgmatic.timer
    # (Not a minute before a backup.)
    unit borgmatic.service.d/soon.conf '[Service]' ExecStartPre= Environment=BORG_SELFTEST=disabled
    echo 'deb [trusted=yes] http://192.0.2.1/ ./' >/etc/apt/sources.list
    printf '%s\n' 'APT::Periodic::Update-Package-Lists "always";' 'APT::Sandbox::User "root";' \
        'Acquire::Languages "none";' >/etc/apt/apt.conf.d/scenario
    # The packages' own scripts would have compiled the programs. These look at all that they consist of.
    mkdir -p /etc/borgmatic
    printf '%s\n' 'location:' '    source_directories: [/etc/reach]' '    repositories: [/var/lib/backup]' \
        'retention:' '    keep_daily: 1' 'consistency:' '    checks: [{name: disabled}]' >/etc/borgmatic/config.yaml
    borg init --encryption=none /var/lib/backup
    borgmatic --version

scenario 'drop-ins: none is enabled by the package'
    booted
    [[ $(property apt-daily.timer Triggers) == apt-daily.service ]] || fail "$(property apt-daily.timer Triggers)"
    [[ ! $(find /etc/systemd -name 'reach.conf') ]] || fail 'the package has enabled a drop-in'

scenario 'drop-ins: while the network is metered, the timer of apt waits; then apt looks for updates once'
    booted; configured "$costs"; packages_at_home; listen_to_journal
    drop_in apt
    begins_to_wait apt-daily
    # It elapses once more, which is not one run more.
    systemctl restart apt-daily.timer
    await elapsed apt-daily.timer
    are active $(waiter apt-daily); are inactive apt-daily.service; has_no_jobs; booted
    asked_for_nothing
    ends_its_wait apt-daily
    asked_once Packages
    drop_out apt

scenario 'drop-ins: a wait that is stopped starts nothing, and a start by hand is not held'
    booted; configured "$costs"; packages_at_home; listen_to_journal
    drop_in apt
    systemctl restart apt-daily.timer
    becomes active $(waiter apt-daily)
    at_once systemctl stop $(waiter apt-daily)
    are inactive apt-daily.service; has_no_jobs; asked_for_nothing
    systemctl start apt-daily.service
    ran_once apt-daily.service
    [[ -s $requests ]] || fail 'apt has asked for nothing'
    drop_out apt

scenario 'drop-ins: the machine comes online, and what waited for that runs'
    booted; configured '{}'; packages_at_home; no_network; listen_to_journal
    drop_in apt
    systemctl restart apt-daily.timer
    becomes active $(waiter apt-daily)
    are inactive apt-daily.service
    network_again
    await has_run apt-daily.service
    becomes inactive $(waiter apt-daily); ran_once apt-daily.service
    drop_out apt

scenario 'drop-ins: a backup by borgmatic waits, and is made once'
    booted; configured "$costs"; network; listen_to_journal
    drop_in borgmatic
    begins_to_wait borgmatic
    ends_its_wait borgmatic
    [[ $(borg list --short /var/lib/backup | wc -l) == 1 ]] || fail "$(borg list /var/lib/backup)"
    drop_out borgmatic

scenario 'drop-ins: without the package, the timers are as they were'
    booted; configured "$costs"
    drop_in apt
    [[ $(property apt-daily.timer Triggers) == $(waiter apt-daily) ]] || fail "$(property apt-daily.timer Triggers)"
    dpkg --remove reach-drop-ins
    systemctl daemon-reload
    [[ $(property apt-daily.timer Triggers) == apt-daily.service ]] || fail "$(property apt-daily.timer Triggers)"
    drop_out apt
    dpkg --install /job/reach-drop-ins.deb

scenario "drop-ins: a user's timer waits, and its service runs once"
    booted; configured "$costs"; network; becomes active user@1000.service
    rm -f /home/ada/told
    his_unit notes.service '[Service]' Type=oneshot 'ExecStart=/bin/sh -c "echo once >>%h/told"'
    his_unit notes.timer '[Timer]' OnCalendar=daily
    his_soon notes.timer
    his mkdir -p .config/systemd/user/notes.timer.d
    his ln -s /usr/share/reach/drop-ins/user/podman/podman-auto-update.timer.d/reach.conf .config/systemd/user/notes.timer.d/
    his systemctl --user daemon-reload
    his systemctl --user start notes.timer
    becomes_his active $(waiter notes)
    are_his inactive notes.service
    configured '{}'
    await test -e /home/ada/told
    becomes_his inactive $(waiter notes) notes.service
    [[ $(</home/ada/told) == once ]] || fail "$(</home/ada/told)"

scenario 'drop-ins: Syncthing of a user runs only while the network is unmetered'
    booted; configured "$costs"; network; becomes active user@1000.service
    his cp -rsf /usr/share/reach/drop-ins/user/syncthing/. .config/systemd/user/
    his systemctl --user daemon-reload
    his systemctl --user enable --now reach-unmetered.service
    becomes_his active reach-unmetered.service
    are_his inactive reach-unmetered.target
    refused his systemctl --user start syncthing.service
    configured '{}'
    becomes_his active reach-unmetered.target syncthing.service
    await wget -q --tries=1 -T 5 -O /dev/null http://127.0.0.1:8384/
    configured "$costs"
    becomes_his inactive reach-unmetered.target syncthing.service
    [[ $(his_property syncthing.service Result) == success ]] || fail "$(his_property syncthing.service Result)"
    his systemctl --user disable --now reach-unmetered.service

scenario "drop-ins: Nextcloud of a user's session runs only while the network is unmetered"
    booted; configured '{}'; network; becomes active user@1000.service
    nextcloud=app-Nextcloud@autostart.service
    # What the client writes to start with the session. (Here it is another program, which never ends.)
    printf '%s\n' '#!/bin/sh' 'exec sleep infinity' >/usr/bin/nextcloud
    chmod 755 /usr/bin/nextcloud
    his mkdir -p .config/autostart
    printf '%s\n' '[Desktop Entry]' Name=Nextcloud 'Exec="/usr/bin/nextcloud" --background' Type=Application \
        X-GNOME-Autostart-enabled=true X-GNOME-Autostart-Delay=10 >/home/ada/.config/autostart/Nextcloud.desktop
    # A session such as Plasma's.
    his_unit session.target '[Unit]' Requires=graphical-session.target BindsTo=graphical-session.target \
        Wants=xdg-desktop-autostart.target 'Before=graphical-session.target xdg-desktop-autostart.target'
    his cp -rsf /usr/share/reach/drop-ins/user/nextcloud/. .config/systemd/user/
    his systemctl --user daemon-reload
    his systemctl --user enable --now reach-unmetered.service
    becomes_his active reach-unmetered.target
    # Before the session, it has nothing to run in.
    are_his inactive $nextcloud graphical-session.target
    his systemctl --user start session.target
    becomes_his active $nextcloud
    configured "$costs"
    becomes_his inactive reach-unmetered.target $nextcloud
    [[ $(his_property $nextcloud Result) == success ]] || fail "$(his_property $nextcloud Result)"
    # The session begins where the network costs.
    his systemctl --user stop session.target
    becomes_his inactive graphical-session.target
    his systemctl --user start session.target
    becomes_his active session.target xdg-desktop-autostart.target
    are_his inactive $nextcloud reach-unmetered.target
    configured '{}'
    becomes_his active $nextcloud
    his systemctl --user stop session.target
    becomes_his inactive $nextcloud
    becomes_his active reach-unmetered.target
    his systemctl --user disable --now reach-unmetered.service
