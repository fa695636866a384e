public import Accounts
import Crypto
import Domain
import Foundation
import Logging
import Notifications
public import SpotterAPI

/// How a calendar at Google is connected: OAuth's code flow with PKCE (RFC 7636). Google's flow for devices doesn't give
/// calendars.
///
/// The user takes the code from the browser to where they began. So nobody's calendar is ever connected to an account of
/// somebody who only had them open a link.
extension CalendarPushes {
    static let noGoogle = "This server copies no calendars to Google: its operator hasn't registered it there."
    private static let purpose = "google's permission"
    private static let validSeconds: Int64 = 900

    /// What is known of an authorization that has begun. It is sealed for its user and isn't stored.
    private struct Begun: Codable {
        let verifier: String
        let redirect: String
        let until: Timestamp
    }

    /// Where the user gives the permission.
    /// - Parameter redirect: where Google then leads the browser, with the code.
    /// - Throws: `not_found` if the operator hasn't set it up.
    public func beginGoogle(redirect: String, by principal: Principal) throws -> GoogleCalendarAuthorizationResponse {
        guard let google else { throw SpotterError(.notFound, Self.noGoogle) }
        let verifier = SymmetricKey(size: .bits256).withUnsafeBytes { Base64URL.encode($0) }
        let until = clock.now().adding(seconds: Self.validSeconds)
        let begun = try JSONEncoder().encode(Begun(verifier: verifier, redirect: redirect, until: until))
        let text = Secret(String(decoding: begun, as: UTF8.self))
        let state = Base64URL.encode(try seal.seal(text, of: principal.userId, for: Self.purpose))
        let query = FormText.encode([
            ("client_id", google.clientId), ("redirect_uri", redirect), ("response_type", "code"),
            ("scope", GoogleCalendarApp.scope), ("access_type", "offline"), ("prompt", "consent"), ("state", state),
            ("code_challenge", Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))),
            ("code_challenge_method", "S256"),
        ])
        return GoogleCalendarAuthorizationResponse(
            url: "\(google.endpoints.authorization)?\(query)",
            state: state,
            expiresAt: until
        )
    }

    /// Copies the user's calendar to Google from now on, in place of where it went before.
    /// - Throws: `invalid_request` if the code or the state isn't right, or the permission too small; `expired` after a quarter
    ///   of an hour; `unavailable` if Google doesn't answer; `rate_limited` after too many trials.
    public func connectGoogle(_ request: ConnectGoogleCalendarRequest, by principal: Principal) async throws {
        guard let google else { throw SpotterError(.notFound, Self.noGoogle) }
        guard let sealed = Base64URL.decode(request.state),
            let text = try? seal.open(sealed, of: principal.userId, for: Self.purpose),
            let begun = try? JSONDecoder().decode(Begun.self, from: Data(text.reveal().utf8))
        else { throw SpotterError.invalid("state isn't one that was given to you; begin again.") }
        guard clock.now() < begun.until else { throw SpotterError(.expired, "That took too long; begin again.") }
        let code = request.code.reveal().trimmed
        guard 1...500 ~= code.utf8.count else {
            throw SpotterError.invalid("code must be the one that Google's page led to.")
        }
        try trials.consume(by: principal.userId, at: clock.now())
        let (permission, name) = try await Self.telling {
            let tokens = GoogleTokens(app: google, clock: clock)
            let grant = try await tokens.grant(code: code, verifier: begun.verifier, redirect: begun.redirect)
            let calendar = GoogleCalendar(
                google,
                permission: grant.permission,
                access: grant.access,
                of: principal.userId,
                clock: clock
            )
            return (grant.permission, try await calendar.name())
        }
        try await store(.google, google.endpoints.events, name, permission, by: principal)
    }

    /// - Throws: what a `RemoteFailure` is to the caller of the API.
    static func telling<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as RemoteFailure {
            throw failure.kind == .busy
                ? SpotterError(.unavailable, failure.message, retryable: true) : SpotterError.invalid(failure.message)
        }
    }

    /// Takes a permission back at Google. If that doesn't work it is forgotten here all the same.
    func revoke(_ former: CalendarPushRow) async {
        guard former.kind == .google, let google, google.endpoints.events == former.url,
            let permission = try? seal.open(former.sealed, of: former.actor.userId, for: former.url)
        else { return }
        do {
            try await GoogleTokens(app: google, clock: clock).revoke(permission)
        } catch {
            logger.notice(
                "a permission was forgotten, but Google didn't take it back",
                metadata: ["user": "\(former.actor.userId)"]
            )
        }
    }
}
