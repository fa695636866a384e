import ArgumentParser

/// `spotter bench`. A separate program runs it, because measuring and checking aren't part of the server.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure this machine: messages, search, embedding, start; check the promises.",
        discussion: """
            Runs spotter-bench, which stands beside spotter. Build it with: swift build -c release --product spotter-bench

            Examples:
              spotter bench --help
              spotter bench chat --scenario s1,s2
              spotter bench check --seeds 500
            """,
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough, help: "What spotter-bench takes.") var arguments: [String] = []

    func run() throws { throw SiblingProgram("spotter-bench").replaceThisProcess(arguments) }
}
