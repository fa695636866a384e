import Domain
import Notifications

/// Tokens of Google's OAuth 2.0: a code becomes a permission, that becomes tokens for an hour, and is taken back.
struct GoogleTokens: Sendable {
    let app: GoogleCalendarApp
    let clock: any WallClock

    /// What a code was worth.
    struct Grant: Sendable {
        let access: Secret
        /// The permission that lasts.
        let permission: Secret
    }

    /// - Throws: `RemoteFailure` that says what is wrong.
    func grant(code: String, verifier: String, redirect: String) async throws -> Grant {
        let answer = try await ask([
            ("grant_type", "authorization_code"), ("code", code), ("code_verifier", verifier),
            ("redirect_uri", redirect),
        ])
        let scopes = answer["scope"]?.string?.split(separator: " ") ?? []
        // People may leave out what they don't want to allow.
        guard scopes.contains(Substring(GoogleCalendarApp.scope)) else { throw RemoteFailure.tooLittle }
        guard let permission = answer["refresh_token"]?.string else {
            throw RemoteFailure(kind: .revoked, message: "Google has given no permission that lasts; begin again.")
        }
        return Grant(access: try Self.access(answer), permission: Secret(permission))
    }

    /// A token for about an hour.
    /// - Throws: `RemoteFailure`; `revoked` if the permission has ended.
    func access(by permission: Secret) async throws -> Secret {
        try Self.access(
            try await ask([("grant_type", "refresh_token"), ("refresh_token", permission.reveal())])
        )
    }

    /// Takes a permission back, with all tokens that came of it.
    /// - Throws: `RemoteFailure`, also if it wasn't one any more.
    func revoke(_ permission: Secret) async throws {
        let response = try await send(app.endpoints.revocation, [("token", permission.reveal())])
        guard response.status == 200 else { throw RemoteFailure.unclear }
    }

    private static func access(_ answer: JSONValue) throws -> Secret {
        guard let token = answer["access_token"]?.string, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw RemoteFailure.unclear
        }
        return Secret(token)
    }

    private func ask(_ fields: [(String, String)]) async throws -> JSONValue {
        let own = [("client_id", app.clientId), ("client_secret", app.clientSecret.reveal())]
        let response = try await send(app.endpoints.token, fields + own)
        let answer = JSONValue.parse(response.body, maxBytes: RemoteTransport.maxBodyBytes) ?? .null
        if response.status == 200 { return answer }
        switch answer["error"]?.string {
        case "invalid_grant": throw RemoteFailure.ended
        case "invalid_client", "unauthorized_client", "redirect_uri_mismatch":
            throw RemoteFailure(
                kind: .collection,
                message: "Google doesn't know this server, or not at this address; tell its operator."
            )
        default: throw RemoteFailure(response, at: clock.now()) ?? .unclear
        }
    }

    private func send(_ url: String, _ fields: [(String, String)]) async throws -> RemoteResponse {
        try await RemoteTransport.send(
            "POST",
            url,
            headers: [("Content-Type", "application/x-www-form-urlencoded"), ("User-Agent", "Spotter")],
            body: Array(FormText.encode(fields).utf8)
        )
    }
}

extension RemoteFailure {
    static let ended = RemoteFailure(
        kind: .revoked,
        message: "The permission at Google has ended; connect the calendar again."
    )
    static let tooLittle = RemoteFailure(
        kind: .revoked,
        message: "Google wasn't told that events may be changed; connect the calendar again and allow that."
    )
}
