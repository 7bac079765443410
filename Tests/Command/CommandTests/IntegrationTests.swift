// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The examples for other programs, with these programs and a server: the scripts, and the commands of the units.
@Suite(
    .enabled(if: Machine.hasNamespaces, "needs network namespaces"),
    .enabled(if: Machine.isRoot, "needs root"),
    .enabled(if: Machine.has("python3"), "needs python3, which serves the files"))
struct IntegrationTests {
    /// A server of the files in `$TEST_FOLDER/served`, and the commands of units.
    private static let words = """
        export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
        export REACH_STORE="$TEST_FOLDER/store" EXAMPLES='\(Program.package.path)/Examples'
        mkdir "$TEST_FOLDER/reach" "$TEST_FOLDER/bin" "$TEST_FOLDER/served"
        echo '{"overrides": [{"interface": "eth0", "metered": "no"}]}' >"$TEST_FOLDER/reach/reach.json"
        ln -s "$REACH" "$TEST_FOLDER/bin/reach"
        export PATH="$TEST_FOLDER/bin:$PATH"
        cd "$TEST_FOLDER"
        # serve: serves the files, and sets $server.
        serve() {
            cat >serve.py <<'END'
        import functools, http.server
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *words): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory="served"))
        print(server.server_port, flush=True)
        server.serve_forever()
        END
            python3 serve.py >port & await test -s port
            server=http://127.0.0.1:$(cat port)
        }
        # commands UNIT: runs the commands of a unit, without the time for which the network must have been there.
        commands() {
            sed -e ':join' -e '/\\\\$/{N; s/\\\\\\n//; b join' -e '}' "$EXAMPLES/$1" | sed -n 's/^ExecStart=//p' |
                sed -e "s|/usr/bin/reach|$REACH|" -e 's/--stable 1m/--stable 0s/' >commands
            sh -e commands
        }
        """

    @Test("New episodes of a podcast are downloaded once, and come into the playlist")
    func podcasts() async throws {
        let outcome = try await Namespace.run(
            Self.words,
            command: #"""
                serve
                mkdir podcasts
                echo "radio $server/feed.xml" >podcasts/feeds
                echo three >served/three.mp3
                echo one >served/one.mp3
                cat >served/feed.xml <<END
                <?xml version="1.0"?><rss version="2.0"><channel>
                <item><title>../Third: a/b</title><guid>3</guid><pubDate>Fri, 20 Nov 2026 10:00:00 +0000</pubDate>
                    <enclosure url="$server/three.mp3?from=feed" length="1" type="audio/mpeg"/></item>
                <item><title>Gone</title><guid>2</guid><enclosure url="$server/two.mp3"/></item>
                <item><title>File</title><guid>x</guid><enclosure url="file:///etc/passwd"/></item>
                <item><title>Fourth of the newest</title><guid>1</guid><enclosure url="$server/one.mp3"/></item>
                </channel></rss>
                END
                "$EXAMPLES/podcasts/fetch-episodes" podcasts 2>/dev/null; echo "$?"
                "$EXAMPLES/podcasts/fetch-episodes" podcasts 2>/dev/null; echo "$?"
                reach queue run --until-empty 2>/dev/null
                reach queue list --json | grep -o '"state":"[a-z]*"'
                (cd podcasts/radio; ls; cat *.mp3)
                sed "s|$TEST_FOLDER/||" podcasts/new.m3u
                """#)
        let name = "2026-11-20 Third_ a_b 4e0740.mp3"
        #expect(
            outcome.text.split(separator: "\n") == [
                "0", "0", "\"state\":\"finished\"", "\"state\":\"failed\"", name[...], "three",
                "podcasts/radio/\(name)",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A signed bundle is downloaded for RAUC and installed once; one with another digest is not",
        .enabled(
            if: Machine.has("rauc") && Machine.has("mksquashfs") && Machine.has("openssl"),
            "needs rauc, mksquashfs and openssl"))
    func rauc() async throws {
        let outcome = try await Namespace.run(
            Self.words,
            command: #"""
                openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem \
                    -subj /CN=test -days 2 2>/dev/null
                mkdir content
                head -c 4096 /dev/zero >content/system.ext4
                printf '%s\n' '[update]' compatible=device version=7 '[bundle]' format=plain \
                    '[image.rootfs]' filename=system.ext4 >content/manifest.raucm
                rauc bundle --cert=certificate.pem --key=key.pem content served/update-7.raucb >said 2>&1
                (cd served && sha256sum update-7.raucb >latest)
                # There are no slots to install. The signature is checked all the same.
                cat >bin/rauc <<END
                #!/bin/sh
                echo "rauc \$1 \${2##*/}"
                exec $(command -v rauc) info --keyring="$TEST_FOLDER/certificate.pem" "\$2" >/dev/null 2>&1
                END
                printf '%s\n' '#!/bin/sh' 'echo "systemctl $*" >>"$TEST_FOLDER/asked"' >bin/systemctl
                chmod +x bin/rauc bin/systemctl
                serve
                export UPDATE_SERVER=$server
                look() { "$EXAMPLES/rauc/fetch-update" >/dev/null 2>&1; echo "$?"; }
                look; look
                # As the service manager, when it is asked to start the unit, which is at least once.
                install() { sort -u asked; rm asked; "$EXAMPLES/rauc/install-update"; }
                reach queue run --until-empty 2>/dev/null
                install
                ls update
                look
                # A file that is not the one of the list.
                echo 'other' >served/update-8.raucb
                read -r digest name <served/latest
                echo "$(echo "$digest" | tr 0-9a-f 1-9a-f0)  update-8.raucb" >served/latest
                look
                reach queue run --until-empty 2>/dev/null
                install
                reach queue list --json | grep -o '"code":"[a-z]*"'
                """#)
        #expect(
            outcome.text.split(separator: "\n") == [
                "0", "0", "systemctl --user --no-block start -- rauc-install.service",
                "rauc install update.raucb", "The update is started with the next boot.",
                "installed", "latest", "0", "0",
                "systemctl --user --no-block start -- rauc-install.service", "\"code\":\"digest\"",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A backup with restic waits for an unmetered network",
        .enabled(if: Machine.has("restic"), "needs restic"))
    func restic() async throws {
        let outcome = try await Namespace.run(
            Self.words,
            command: """
                echo password >password
                mkdir documents
                echo letter >documents/letter
                export RESTIC_REPOSITORY=$TEST_FOLDER/repository RESTIC_PASSWORD_FILE=$TEST_FOLDER/password
                export RESTIC_CACHE_DIR=$TEST_FOLDER/cache BACKUP_FOLDERS=$TEST_FOLDER/documents
                restic init --quiet
                commands restic/restic-backup.service >/dev/null 2>said & backup=$!
                restic snapshots --json
                [ -s said ] || echo waits
                uplink eth0 192.0.2.7/24 192.0.2.1
                wait $backup
                echo "$?"
                restic dump latest "$TEST_FOLDER/documents/letter"
                """)
        // Older versions of restic print null.
        let text = outcome.text.replacing("null", with: "[]")
        #expect(text == "[]\nwaits\n0\nletter\n", "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "apt downloads updates when the network is not metered, and installs nothing",
        .enabled(if: Machine.has("apt-get") && Machine.has("dpkg-deb"), "needs apt"))
    func apt() async throws {
        let outcome = try await Namespace.run(
            Self.words,
            command: #"""
                mkdir -p package/DEBIAN apt/apt.conf.d apt/preferences.d state/lists/partial cache/archives/partial
                package() { printf '%s\n' 'Package: reach-test' "$@" 'Architecture: all' \
                    'Maintainer: Test <test@example.org>' 'Description: a package of a test'; }
                package 'Version: 2' >package/DEBIAN/control
                dpkg-deb --build package served/reach-test_2_all.deb >/dev/null
                { package 'Version: 2'; echo 'Filename: ./reach-test_2_all.deb'
                    echo "Size: $(stat -c %s served/*.deb)"
                    echo "SHA256: $(sha256sum <served/reach-test_2_all.deb | cut -c 1-64)"; } >served/Packages
                package 'Status: install ok installed' 'Version: 1' >status
                serve
                echo "deb [trusted=yes] $server/ ./" >sources
                cat >apt.conf <<END
                Dir::Etc "$TEST_FOLDER/apt"; Dir::Etc::sourcelist "$TEST_FOLDER/sources";
                Dir::State "$TEST_FOLDER/state"; Dir::State::status "$TEST_FOLDER/status";
                Dir::Cache "$TEST_FOLDER/cache"; Dir::Log "$TEST_FOLDER"; APT::Sandbox::User "root";
                Acquire::Languages "none";
                END
                export APT_CONFIG=$TEST_FOLDER/apt.conf
                commands package-downloads/apt-download.service >apt.said 2>said & download=$!
                "$REACH" status >/dev/null
                [ -s apt.said ] || echo waits
                uplink eth0 192.0.2.7/24 192.0.2.1
                wait $download
                echo "$?"
                ls cache/archives
                cat apt.said
                """#)
        #expect(
            outcome.text.split(separator: "\n").filter { $0 != "lock" && $0 != "partial" } == [
                "waits", "0", "reach-test_2_all.deb",
            ], "\(outcome.text) \(outcome.errors)")
    }
}
