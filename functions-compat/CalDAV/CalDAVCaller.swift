import Accounts
import Domain
import Foundation
import Gateway
import Hummingbird

/// Who calls: somebody with an API key of theirs as the password. Passwords of accounts aren't taken, so that a phone
/// never stores one.
struct CalDAVCaller: Sendable {
    let principal: Principal
    let grant: KeyGrant

    var actor: Actor { principal.actor }

    /// - Throws: `unauthorized`, before anything of the body is read; `rate_limited` after too many wrong tries.
    static func authenticated(
        _ request: Request,
        _ context: AppContext,
        by accounts: Accounts
    ) async throws -> CalDAVCaller {
        guard let (email, key) = credentials(request) else { throw refusal }
        return try await context.guarded {
            let principal = try await accounts.authenticate(key)
            guard let grant = principal.key,
                EmailAddress.lookup(email).current == EmailAddress.lookup(principal.user.email).current
            else { throw refusal }
            return CalDAVCaller(principal: principal, grant: grant)
        }
    }

    private static let refusal = SpotterError(
        .unauthorized,
        "Sign in with your address and an API key of the scopes calendar:read and calendar:write."
    )

    /// `Authorization: Basic …`.
    private static func credentials(_ request: Request) -> (email: String, key: Secret)? {
        guard let header = request.headers[.authorization], header.utf8.count <= 1024 else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(parts[1]).trimmed), let text = String(bytes: data, encoding: .utf8),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), Secret(String(text[text.index(after: colon)...])))
    }
}
