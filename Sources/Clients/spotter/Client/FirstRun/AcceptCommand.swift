import ArgumentParser
import Domain
import SpotterClient

struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Become a trainer's client by the code they gave you.",
        discussion: """
            The link of the invitation will do as well. Somebody who isn't logged in is asked for an account, or makes \
            one with the code.

            EXAMPLES
              spotter accept sp_i_…
              spotter accept https://chat.example.com/invite/sp_i_…
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The code, or the link with it.")
    var code: String

    func run() async throws {
        try await ClientOutput.reporting {
            let link = InvitationLink(code)
            let (client, isRedeemed) = try await FirstRun.redeeming(link, options)
            if let server = link?.server, server != client.api.server {
                throw ClientError.loggedOut(
                    "This invitation is one of \(server), and you're logged in at \(client.api.server). "
                        + "Try `spotter accept` with --profile and another name."
                )
            }
            guard !isRedeemed else {
                let contacts = try await client.api.contacts()
                if let trainer = contacts.first { try ClientOutput.newTrainer(trainer, json: options.json) }
                return
            }
            let trainer = try await client.api.accept(invitation: link?.code ?? Secret(code))
            try ClientOutput.newTrainer(trainer, json: options.json)
        }
    }
}
