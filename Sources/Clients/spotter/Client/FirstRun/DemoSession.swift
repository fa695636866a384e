import Domain
import Foundation
import SpotterAPI
import SpotterClient

/// A session as the trainer of the example studio, on a server that has it. Everybody knows the password.
///
/// ```swift
/// let client = try await DemoSession.open(options)
/// ```
enum DemoSession {
    /// Kept apart from real log-ins, and never the default. Other commands reach it by `--profile demo`.
    static let profile = "demo"
    /// The first trainer of fixtures/studio.jsonl.
    private static let email = "alex@example.com"
    private static let password = Secret("spotter-demo")

    /// At the server of `--server` or `SPOTTER_SERVER`, else at the usual port of this machine.
    /// - Throws: `ClientError.unreachable` if no server answers there; `.unexpectedAnswer` if it isn't a demo.
    static func open(_ options: ClientOptions) async throws -> LoggedInClient {
        let server = try options.chosenServer() ?? .standard
        let trust = try options.trust()
        let store = try CredentialStore(profile: profile)
        let old = (try? store.load()) ?? nil
        if let old, old.server == server, let client = try await resumed(old, store, trust) { return client }
        let api = SpotterHTTP(server: server, session: MemorySession(), trust: trust)
        let grant = try await logIn(api)
        let device = old?.deviceId ?? UUID().uuidString.lowercased()
        let credentials = Credentials(
            server: server,
            deviceId: device,
            grant: grant,
            caCertificate: options.certificates
        )
        try store.save(credentials)
        let client = client(credentials, store, trust)
        await client.rememberNames()
        return client
    }

    /// The last session, unless the demo began again since.
    private static func resumed(
        _ old: Credentials,
        _ store: CredentialStore,
        _ trust: ServerTrust
    ) async throws -> LoggedInClient? {
        let client = client(old, store, trust)
        do {
            return try await client.api.me().id == client.me.id ? client : nil
        } catch let error as ClientError {
            if case .unreachable = error { throw absent(old.server, error) }
            return nil
        }
    }

    private static func logIn(_ api: SpotterHTTP) async throws -> AuthGrant {
        do {
            try await api.requireSpotter()
            return try await api.login(email: email, password: password, deviceName: "demo")
        } catch let error as ClientError where error.code == .invalidCredentials {
            throw ClientError.unexpectedAnswer(
                "The server at \(api.server) isn't a demo: it has no \(email) with the demo's password. \(howToStart)"
            )
        } catch let error as ClientError {
            if case .unreachable = error { throw absent(api.server, error) }
            throw error
        }
    }

    private static func client(
        _ credentials: Credentials,
        _ store: CredentialStore,
        _ trust: ServerTrust
    ) -> LoggedInClient {
        let storage = StoredSession(store, credentials: credentials)
        return LoggedInClient(
            api: SpotterHTTP(server: credentials.server, session: storage, trust: trust),
            me: credentials.grant.user,
            deviceId: credentials.deviceId
        )
    }

    private static func absent(_ server: ServerAddress, _ error: ClientError) -> ClientError {
        .unreachable("No demo runs at \(server). \(howToStart)")
    }

    private static let howToStart =
        "`./scripts/demo` starts one; without the sources: "
        + "spotter import studio.jsonl --data demo && spotter serve --data demo --now 2026-03-11T13:15:00Z"
}
