import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "End the session on the server and forget its tokens and messages here.",
        discussion: """
            The local copy of your chats goes, too, and with it messages that weren't sent yet.

            EXAMPLES
              spotter logout
              spotter logout --profile sara
            """
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let cache = try session.cachePath()
            try await session.api.logout()
            try session.forget(cache, profile: options.profile)
            if options.json {
                try ClientOutput.document(["loggedOut": session.me.email])
            } else {
                ClientOutput.lines(["Logged out \(TerminalText.line(session.me.email))."])
            }
        }
    }
}

extension LoggedInClient {
    /// Removes what this machine has kept of an account whose session has ended.
    func forget(_ cache: String, profile: String?) throws {
        try ClientCache.discard(cache)
        KnownNames.discard(beside: cache)
        if let profile = try Profile.chosen(profile), try CredentialStore.defaultProfile() == profile {
            try CredentialStore.setDefaultProfile(nil)
        }
    }
}
