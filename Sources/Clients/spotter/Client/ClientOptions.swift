import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

/// Options of all commands that talk to a server.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's address, such as https://chat.example.com.",
            discussion: "By default the one you logged in to, or SPOTTER_SERVER, or http://127.0.0.1:8080.",
            valueName: "url"
        )
    )
    var server: String?

    @Option(
        help: ArgumentHelp(
            "Use another log-in, kept under this name.",
            discussion: "By default SPOTTER_PROFILE, or what `spotter logins --default` chose.",
            valueName: "name"
        ),
        completion: .profiles
    )
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Certificates to trust beside the system's, in PEM: a private authority's, or the server's own.",
            discussion: "By default SPOTTER_CA_CERTIFICATE, or what was given at log-in.",
            valueName: "file"
        )
    )
    var caCertificate: String?

    @Flag(help: "Print JSON instead of text for people.")
    var json = false

    func store() throws -> CredentialStore { try CredentialStore(profile: Profile.chosen(profile)) }

    /// The address given by the option or the environment; `nil` if neither is set.
    func chosenServer() throws -> ServerAddress? {
        let environment = ProcessInfo.processInfo.environment["SPOTTER_SERVER"]
        guard let text = server ?? environment, !text.isEmpty else { return nil }
        if let link = InvitationLink(text), let server = link.server { return server }
        guard let address = ServerAddress(text) else {
            throw ValidationError(
                "'\(TerminalText.line(text))' isn't a server's address like https://chat.example.com."
            )
        }
        return address
    }

    /// What an invitation's link in place of the address says.
    var invitation: InvitationLink? { server.flatMap { InvitationLink($0) } }

    /// The file of certificates by option or environment, as an absolute path; `nil` if neither is set.
    var certificates: String? { ServerTrust.certificates(caCertificate) }

    /// - Parameter remembered: the file that was given at log-in.
    func trust(remembered: String? = nil) throws -> ServerTrust {
        try ServerTrust.configured(certificates ?? remembered)
    }

    /// The API as the logged-in user.
    /// - Throws: `ClientError.loggedOut` if nobody is logged in, or if the login is for another server, which must not
    ///   get the tokens.
    func session() throws -> LoggedInClient {
        let store = try store()
        guard let credentials = try store.load() else {
            let option = try Profile.chosen(profile).map { " --profile \($0)" } ?? ""
            throw ClientError.loggedOut("You aren't logged in. Run `spotter login\(option)`.")
        }
        if let chosen = try chosenServer(), chosen != credentials.server {
            throw ClientError.loggedOut(
                "You're logged in at \(credentials.server), not at \(chosen). Log in there with "
                    + "`spotter login --server \(chosen) --profile NAME` and use that profile."
            )
        }
        let storage = StoredSession(store, credentials: credentials)
        return LoggedInClient(
            api: SpotterHTTP(
                server: credentials.server,
                session: storage,
                trust: try trust(remembered: credentials.caCertificate)
            ),
            me: credentials.grant.user,
            deviceId: credentials.deviceId
        )
    }
}
