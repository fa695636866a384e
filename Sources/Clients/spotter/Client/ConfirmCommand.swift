import ArgumentParser
import SpotterAPI
import SpotterClient
import Terminal

struct ConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Do what the assistant offered.",
        discussion: """
            Doing it twice does it once. The exit code is 1 when it couldn't be done.

            EXAMPLES
              spotter confirm 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The proposal's id, from `spotter ask`.")
    var id: String

    func run() async throws {
        try await ClientOutput.reporting {
            let outcome = try await options.session().api.confirm(proposal: id)
            if options.json {
                try ClientOutput.document(outcome)
            } else {
                ClientOutput.lines([AnswerFormatter(time: LocalTime(), style: ClientOutput.style).outcome(outcome)])
            }
            if outcome.proposal.state != .executed { throw ExitCode.failure }
        }
    }
}
