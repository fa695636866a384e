import ArgumentParser
import Domain
import SpotterClient

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
            try ClientOutput.newTrainer(trainer, json: options.json)
        }
    }
}
