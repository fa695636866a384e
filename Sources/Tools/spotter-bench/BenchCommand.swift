import ArgumentParser

@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spotter bench",
        abstract: "Measure this machine: messages, search, embedding, start; check the promises.",
        discussion: """
            Figures only mean something from a release build: swift build -c release.

            Examples:
              spotter bench chat --scenario s1,s2
              spotter bench soak --minutes 20
              spotter bench search --fixture fixtures/studio.jsonl
              spotter bench embed --fixture fixtures/studio.jsonl
              spotter bench vectors --vectors 100000 --chats 1000
              spotter bench retrieval --ablate
              spotter bench answers
              spotter bench doors
              spotter bench ledger --check docs/ledger.json
              spotter bench terminal
              spotter bench start --vectors 1000000
              spotter bench check --seeds 500
              spotter bench crash --rounds 200
              spotter bench backup --count 50
              spotter bench hostile
              spotter bench web
              spotter bench fuzz --seconds 30 --corpus Tests/Corpus
            """,
        subcommands: [
            BenchChat.self, BenchSearch.self, BenchEmbed.self, BenchStart.self, BenchCheck.self, BenchFuzz.self,
            BenchSoak.self, BenchVectors.self, BenchRetrieval.self, BenchAnswers.self, BenchCrash.self,
            BenchDoors.self, BenchTerminal.self, BenchLedger.self,
            BenchBackup.self,
            BenchHostile.self, HostileCommand.self, BenchWeb.self,
        ]
    )
}
