import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Become a trainer's client by the code they gave you.",
        discussion: """
            EXAMPLES
              spotter accept sp_i_…
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The code.")
    var code: String

    func run() async throws {
        try await ClientOutput.reporting {
            let trainer = try await options.session().api.accept(invitation: Secret(code))
            if options.json { return try ClientOutput.document(ContactResponse(contact: trainer)) }
            ClientOutput.lines(["You're now a client of \(TerminalText.line(trainer.displayName))."])
        }
    }
}
