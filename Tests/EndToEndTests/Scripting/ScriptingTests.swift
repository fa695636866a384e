import Domain
import Foundation
import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Commands in scripts: killed in the middle, without a server, with texts that would drive a terminal.
@Suite(.longTimeLimit, .serialized) struct ScriptingTests {
    private func inWorld(_ body: (HelpWorld) async throws -> Void) async throws {
        let world = try await HelpWorld()
        try await body(world)
        await world.end()
    }

    /// `tail` is killed again and again while messages come. It goes on after its own last line.
    @Test func aKilledTailMissesNothingAndRepeatsNothing() async throws {
        try await inWorld { world in
            let outcome = try await world.shell(
                """
                spotter tail --json --since ev.jsonl --no-follow >>ev.jsonl
                (for n in $(seq 1 30); do spotter send sara --id n-$n "number $n"; done) >sent.txt 2>&1 & sender=$!
                kills=0
                while kill -0 $sender 2>/dev/null; do
                    before=$(wc -l <ev.jsonl)
                    spotter tail -f --json --since ev.jsonl >>ev.jsonl 2>/dev/null & tail=$!
                    until [ $(wc -l <ev.jsonl) -gt $((before + 1)) ] || ! kill -0 $sender 2>/dev/null; do sleep 0.02; done
                    kill -9 $tail; wait $tail 2>/dev/null; kills=$((kills + 1))
                done 2>/dev/null
                spotter tail --json --since ev.jsonl --no-follow >>ev.jsonl
                echo "kills $kills"
                jq -r 'select(.type == "message.created") | "\\(.seq) \\(.message.clientMessageId)"' ev.jsonl
                """
            )
            let lines = outcome.output.split(separator: "\n").map(String.init)
            let kills = lines.first { $0.hasPrefix("kills ") }.flatMap { Int($0.dropFirst(6)) } ?? 0
            #expect(kills > 2, "\(outcome.output)")
            let printed = lines.filter { $0.contains(" n-") }.map { $0.split(separator: " ").map(String.init) }
            #expect(printed.map { $0[1] } == (1...30).map { "n-\($0)" }, "\(outcome.output)")
            let seqs = printed.compactMap { Int64($0[0]) }
            #expect(seqs == seqs.first.map { Array($0..<$0 + 30) }, "\(seqs)")
        }
    }

    /// A last line that was cut off is printed again, whole and on a line of its own.
    @Test func aTornLineIsPrintedAgain() async throws {
        try await inWorld { world in
            let outcome = try await world.shell(
                """
                spotter tail --json --since ev.jsonl --no-follow >>ev.jsonl
                spotter send sara --id one First >sent.txt; spotter send sara --id two Second >sent.txt
                spotter tail --json --since ev.jsonl --no-follow >>ev.jsonl
                truncate -s -40 ev.jsonl
                spotter tail --json --since ev.jsonl --no-follow >>ev.jsonl
                grep -v '^{.*}$' ev.jsonl | wc -l
                grep '^{.*}$' ev.jsonl | jq -r '.message.clientMessageId // empty'
                spotter tail --json --since - --no-follow <ev.jsonl || echo "nothing more: $?"
                """
            )
            #expect(outcome.output == "1\none\ntwo\nnothing more: 1")
        }
    }

    /// Sending is killed at every moment of it, and repeated.
    @Test func aKilledSendIsOneMessage() async throws {
        try await inWorld { world in
            let outcome = try await world.shell(
                """
                for n in 0 1 2 3 4 5 6 7 8 9; do
                    timeout -s KILL 0.0$n spotter send sara --id once "Only once" >out.txt 2>&1
                    timeout -s KILL 0.1$n spotter send sara --id once "Only once" >out.txt 2>&1
                done
                spotter send sara --id once "Only once" && spotter send sara --id once "Only once"
                for n in 1 2 3 4 5; do spotter send --no-wait sara --id kept-$n "Kept $n" >out.txt || echo failed; done
                for n in 1 2 3; do timeout -s KILL 0.$n spotter send --flush >out.txt 2>&1; done
                spotter send --flush >out.txt && spotter send --flush
                spotter tail sara -n 30 --no-follow --json | jq -r .message.clientMessageId | grep -E '^(once|kept)'
                """
            )
            let ids = outcome.output.split(separator: "\n").map(String.init).filter {
                $0 == "once" || $0.hasPrefix("kept")
            }
            #expect(ids == ["once", "kept-1", "kept-2", "kept-3", "kept-4", "kept-5"], "\(outcome.output)")
            #expect(outcome.output.contains("Nothing waits."), "\(outcome.output)")
        }
    }

    /// Nothing that others write reaches the terminal raw.
    @Test func textsAreHarmless() async throws {
        try await inWorld { world in
            let outcome = try await world.shell(
                #"""
                printf 'zebra \033]0;owned\007 \033[2J \302\233 \342\200\256 end' | spotter send --profile sara alex@example.com
                for options in "" --json; do
                    spotter tail sara -n 3 --no-follow $options; spotter search --mode text zebra $options
                    spotter chats $options; spotter inbox $options
                    spotter ask "What did Sara say about a zebra?" $options
                done
                """#
            )
            #expect(outcome.status == 0 && outcome.output.contains("owned"), "\(outcome.output)")
            let raw = outcome.output.unicodeScalars.filter { scalar in
                switch scalar.value {
                case 0x0A: false
                case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
                default: false
                }
            }
            #expect(raw.isEmpty, "\(raw.map { String($0.value, radix: 16) })")
        }
    }

    @Test func withoutAServerItIsSaidAndTheLocalCopyAnswers() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder, ["--registration", "open"])
        let coach = try CommandPerson("coach", in: folder, server: server.url)
        let bea = try CommandPerson("bea", in: folder, server: server.url)
        try await coach.register("--email", "alex@example.com", "--name", "Alex Coach", "--role", "trainer")
        let invited = JSONValue.parse(try await coach.said("invite", "--json"))
        let code = try #require(invited?["invitation"]?["code"]?.string)
        try await bea.register("--email", "bea@example.com", "--name", "Bea Chen", "--invite", code)
        try await coach.spotter("send", "bea", "Hold the kettlebell higher")
        _ = try await coach.chat("/open Bea Chen\n/quit\n")
        server.kill()
        _ = await server.exit()

        #expect(try await coach.spotter("chats").output.contains("Bea Chen"))
        #expect(try await coach.spotter("chats").errors.contains("connection refused"))
        let found = JSONValue.parse(try await coach.said("search", "--json", "KETTLEBELL higher"))
        #expect(found?["results"]?[0]?["text"]?.string == "Hold the kettlebell higher")
        #expect(found?["degraded"]?.string?.contains("this machine") == true)
        try await coach.spotter("search", "dumbbell", expecting: 1)
        try await coach.spotter("files", "bea", expecting: 1)
        #expect(try await coach.said("send", "--queue", "Bea Chen", "Later").contains("queued"))
        #expect(try await coach.said("send", "--no-wait", "Bea Chen", "Later still").contains("queued"))
        for arguments in [
            ["send", "--flush"], ["send", "Bea Chen", "Now"], ["agenda"], ["ask", "Who?"], ["tail"], ["inbox"],
        ] {
            let run = try await coach.run(arguments, expecting: 69)
            #expect(run.errors.contains("can't reach") || arguments.contains("--flush"), "\(arguments): \(run.errors)")
        }
        // Who has no copy is told so, too.
        try await bea.spotter("chats", expecting: 69)
        let stranger = try CommandPerson("stranger", in: folder, server: server.url)
        try await stranger.spotter("chats", expecting: 77)
        try await stranger.spotter("remind", "tomorrow", expecting: 64)
        try await stranger.spotter("tail", "--no-follow", expecting: 64)
        #expect(try ScriptingPage().statuses == [0, 1, 64, 69, 75, 77])
    }
}
