import ArgumentParser

/// `spotter demo`, which a separate program runs.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play and check a session against a server with the example studio.",
        discussion: """
            Runs spotter-demo, which stands beside spotter. Build it with: swift build -c release --product spotter-demo

            Example:
              spotter demo --server http://127.0.0.1:8080
            """,
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough, help: "What spotter-demo takes.") var arguments: [String] = []

    func run() throws { throw SiblingProgram("spotter-demo").replaceThisProcess(arguments) }
}
