import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

/// What every command that talks to a server takes.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's address, such as https://chat.example.com.",
            discussion: "By default the one you logged in to, or SPOTTER_SERVER, or http://127.0.0.1:8080.",
            valueName: "url"
        )
    )
    var server: String?

    @Option(help: ArgumentHelp("Use another log-in, kept under this name.", valueName: "name"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Certificates to trust beside the system's, in PEM: a private authority's, or the server's own.",
            discussion: "By default SPOTTER_CA_CERTIFICATE.",
            valueName: "file"
        )
    )
    var caCertificate: String?

    @Flag(help: "Print JSON instead of text for people.")
    var json = false

    func store() throws -> CredentialStore { try CredentialStore(profile: profile) }

    /// The address given by option or environment; `nil` when neither is.
    func chosenServer() throws -> ServerAddress? {
        let environment = ProcessInfo.processInfo.environment["SPOTTER_SERVER"]
        guard let text = server ?? environment, !text.isEmpty else { return nil }
        guard let address = ServerAddress(text) else {
            throw ValidationError(
                "'\(TerminalText.line(text))' isn't a server's address like https://chat.example.com."
            )
        }
        return address
    }

    func trust() throws -> ServerTrust { try Self.trust(caCertificate) }

    /// What the option names, else the environment, beside what the system trusts.
    static func trust(_ option: String? = nil) throws -> ServerTrust {
        let environment = ProcessInfo.processInfo.environment["SPOTTER_CA_CERTIFICATE"]
        guard let path = option ?? environment, !path.isEmpty else { return .system }
        return try ServerTrust(certificates: path)
    }

    /// The API as the user who logged in.
    /// - Throws: `ClientError.loggedOut` when nobody has, or when the log-in is of another server: its tokens stay there.
    func session() throws -> ClientSession {
        let store = try store()
        guard let credentials = try store.load() else {
            let option = profile.map { " --profile \($0)" } ?? ""
            throw ClientError.loggedOut("You aren't logged in. Run `spotter login\(option)`.")
        }
        if let chosen = try chosenServer(), chosen != credentials.server {
            throw ClientError.loggedOut(
                "You're logged in at \(credentials.server), not at \(chosen). Log in there with "
                    + "`spotter login --server \(chosen) --profile NAME` and use that profile."
            )
        }
        let storage = StoredSession(store, credentials: credentials)
        return ClientSession(
            api: SpotterHTTP(server: credentials.server, session: storage, trust: try trust()),
            me: credentials.grant.user,
            deviceId: credentials.deviceId
        )
    }
}

/// A log-in in use.
struct ClientSession {
    let api: SpotterHTTP
    let me: User
    let deviceId: String

    func cachePath() throws -> String { try CacheLocation.path(of: me.id, at: api.server) }

    /// With the account's local copy and outbox.
    func messaging() throws -> SpotterSession {
        SpotterSession(
            api: api,
            deviceId: deviceId,
            cache: try ClientCache(path: cachePath(), me: me.id),
            uploader: api
        )
    }
}
