import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Drop what the assistant offered.",
        discussion: """
            Without an id, shows what was offered last and asks.

            EXAMPLES
              spotter cancel
              spotter cancel 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The proposal's id, from `spotter ask`.")
    var id: String?

    private struct Document: Encodable { let proposal: Proposal }

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            let latest = id == nil ? try await api.latestProposal(toBe: "Drop it?", "spotter cancel ID") : nil
            guard let id = id ?? latest?.id.description else { throw ExitCode.failure }
            let proposal = try await api.cancel(proposal: id)
            if options.json { return try ClientOutput.document(Document(proposal: proposal)) }
            ClientOutput.lines(["Dropped: \(TerminalText.line(proposal.summary))"])
        }
    }
}
