import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct ConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Do what the assistant offered.",
        discussion: """
            Without an id, shows what was offered last and asks. Doing it twice does it once. The exit code is 1 when it \
            couldn't be done.

            EXAMPLES
              spotter confirm
              spotter confirm 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The proposal's id, from `spotter ask`.")
    var id: String?

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            let outcome =
                if let id {
                    try await api.confirm(proposal: id)
                } else if let latest = try await api.latestProposal(toBe: "Do it?", "spotter confirm ID") {
                    try await api.confirm(proposal: latest.id.description, version: latest.version)
                } else {
                    throw ExitCode.failure
                }
            if options.json {
                try ClientOutput.document(outcome)
            } else {
                ClientOutput.lines([AnswerFormatter(time: LocalTime(), style: ClientOutput.style).outcome(outcome)])
            }
            if outcome.proposal.state != .executed { throw ExitCode.failure }
        }
    }
}

extension SpotterHTTP {
    /// Shows what was offered last, and asks.
    /// - Returns: the proposal as it was shown; `nil` if the answer was no.
    /// - Throws: `not_found` if nothing waits; `ValidationError` if nobody can be asked; `ClientError`.
    func latestProposal(toBe question: String, _ command: String) async throws -> Proposal? {
        guard let latest = try await pendingProposals().first else {
            throw SpotterError(.notFound, "Nothing that the assistant offered waits for a yes.")
        }
        let report = AnswerFormatter(time: LocalTime(), style: ClientOutput.style).proposal(latest)
        guard TTY.inputIsTerminal else {
            throw ValidationError("Nobody can be asked here: name it with \(command). The latest: \(latest.id)")
        }
        TTY.printToStandardError(report)
        return try Questions.isYes(question, usually: false) ? latest : nil
    }
}
