import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "End the session on the server and forget its tokens here.",
        discussion: """
            EXAMPLES
              spotter logout
              spotter logout --profile sara
            """
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            try await session.api.logout()
            if options.json {
                try ClientOutput.document(["loggedOut": session.me.email])
            } else {
                ClientOutput.lines(["Logged out \(TerminalText.line(session.me.email))."])
            }
        }
    }
}
