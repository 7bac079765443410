// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Data plans of the configuration in a network namespace, with made-up sums of a recorder.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.has("flock", "jq"), "flock or jq is not installed"))
struct PlanTests {
    /// - `used BYTES` writes what the plan "LTE" has used, as a recorder does.
    /// - `recording` has the lock of a recorder.
    static let recorder = """
        export XDG_RUNTIME_DIR=$TEST_FOLDER/run
        mkdir -p run/reach
        used() {
            from=$(date -ud "@$(($(date +%s) - 86400 * 20))" +%FT%T.000Z)
            end=$(date -ud "@$(($(date +%s) + 86400 * 10))" +%FT%T.000Z)
            printf '{"schema":1,"boot":"%s","plans":[{"name":"LTE","from":"%s","renewsAt":"%s","used":%s}],"counters":[]}' \
                "$(cat /proc/sys/kernel/random/boot_id)" "$from" "$end" $1 >run/reach/new
            mv run/reach/new run/reach/plans.json
        }
        recording() {
            touch run/reach/plans.lock
            flock --no-fork run/reach/plans.lock sleep 600 & recorder=$!
            await sh -c '! flock -n run/reach/plans.lock true'
        }

        """

    private static let words = """
        uplink eth0 192.0.2.7/24 192.0.2.1
        cd "$TEST_FOLDER"
        echo '{"plans": [{"name": "LTE", "interface": "eth*", "limit": "2GB", "renews": "monthly on 5"}]}' >plans.json
        \(recorder)
        """

    private func run(_ setup: String, command: String) async throws -> Outcome {
        try await Namespace.run(Self.words + setup, command: command)
    }

    @Test("The conditions on plans, and their reasons")
    func conditions() async throws {
        let outcome = try await run(
            "",
            command: """
                is() { "$REACH" check --config plans.json --json "$@" | jq -c '[.holds, .reasons]'; }
                is --within-plan
                recording
                for bytes in 1 1700000000 2000000000; do
                    used $bytes; is --within-plan
                done
                is --on-pace; is --within-plan --not; is --unmetered
                used 1; is --on-pace --certain
                kill $recorder
                """)
        #expect(
            outcome.text == """
                [false,["planUnknown"]]
                [true,[]]
                [true,[]]
                [false,["planUsedUp"]]
                [false,["planUsedUp"]]
                [true,[]]
                [false,["metered"]]
                [true,[]]

                """)
    }

    @Test("On a path without a plan, --within-plan holds where --unmetered does")
    func otherPath() async throws {
        let outcome = try await run(
            """
            echo '{"plans": [{"name": "LTE", "interface": "wwan*", "limit": "2GB"}],
                "overrides": [{"interface": "eth0", "metered": "yes"}]}' >metered.json
            echo '{"plans": [{"name": "LTE", "interface": "wwan*", "limit": "2GB"}]}' >other.json
            """,
            command: """
                is() { "$REACH" check --json "$@" | jq -c '[.holds, .reasons, .path.plan]'; }
                is --config metered.json --within-plan
                is --config other.json --within-plan
                is --config other.json --within-plan --unknown-metered deny
                is --config other.json --on-pace --certain
                """)
        #expect(
            outcome.text == """
                [false,["metered"],null]
                [true,[],null]
                [false,["unknownMetering"],null]
                [false,["notCertain"],null]

                """)
    }

    @Test("reach status shows the plan, and a watch its state without bytes")
    func shown() async throws {
        let outcome = try await run(
            """
            recording
            used 1300000000
            "$REACH" watch --config plans.json --json >lines & watch=$!
            await test -s lines
            used 1700000000
            await grep -q '"state":"warning"' lines
            kill $watch
            """,
            command: """
                # The namespace's interfaces can change, too.
                jq -c 'select(.sequence == 0 or any(.changes[]; . == "plan")) |
                    [.path.plan.state, (.path.plan | keys)]' lines
                used 1300000000
                "$REACH" status --config plans.json | grep -o 'LTE: .* used'
                "$REACH" status --config plans.json --json |
                    jq -c '[.plan.state, .plan.used, .plan.limit, .plan.warning,
                        .metered.value, .metered.source]'
                kill $recorder
                """)
        #expect(
            outcome.text == """
                ["within",["name","renewsAt","state"]]
                ["warning",["name","renewsAt","state"]]
                LTE: 1.3 of 2 GB used
                ["within",1300000000,2000000000,1600000000,"yes","plan"]

                """)
    }

    @Test("reach run suspends its command when the plan is used up, and resumes it later")
    func run() async throws {
        let outcome = try await run(
            """
            recording
            used 1
            "$REACH" run --config plans.json --on-loss suspend --within-plan -- \
                sh -c 'echo $$ >process; exec sleep 1000' 2>messages & reach=$!
            await test -s process
            used 2000000000
            await grep -q '^State:.T' /proc/$(cat process)/status
            used 1
            await grep -qv '^State:.T' /proc/$(cat process)/status
            await grep -q resuming messages
            """, command: "kill $reach $recorder; cat messages")
        #expect(
            outcome.text.contains("suspending sh: the data plan is used up: LTE: 2 of 2 GB used"))
        #expect(outcome.text.contains("resuming sh"))
    }
}
