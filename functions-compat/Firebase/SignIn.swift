import Accounts
import Contacts
import Domain
import Foundation
import Gateway
import Messaging
import SpotterAPI

/// Sign-in, sign-up and refresh, which all end in tokens.
struct SignIn: Sendable {
    let messaging: MessagingServices
    let attempts: LoginAttempts
    let tokens: IDTokens

    func withPassword(_ body: IdentityBody, _ context: AppContext) async throws -> SignInResponse {
        let email = try Self.address(body)
        guard let password = body.secret("password") else { throw IdentityError("MISSING_PASSWORD") }
        let grant = try await attempts.run(email, context) {
            try await messaging.accounts.login(email: email, password: password, deviceName: Self.device)
        }
        return try await response(grant, kind: "identitytoolkit#VerifyPasswordResponse", registered: true)
    }

    /// Makes an account by the rules of `POST /v1/auth/register`. An unchanged client sends neither a role, a name nor a
    /// code: the role is the invitation's or a trainer's, the name comes from the address.
    func up(_ body: IdentityBody, _ context: AppContext) async throws -> SignInResponse {
        guard body.text("email") != nil || body.secret("password") != nil else {
            throw IdentityError("ADMIN_ONLY_OPERATION", "Everybody has a name and a password here.")
        }
        let email = try Self.address(body)
        guard let password = body.secret("password") else { throw IdentityError("MISSING_PASSWORD") }
        try Self.requireStrength(of: password)
        let invite = body.secret("invite")
        let grant = try await context.guarded {
            let registration = Accounts.Registration(
                email: email,
                password: password,
                displayName: body.text("displayName") ?? Self.name(in: email),
                role: try await role(body, invite),
                timezone: body.text("timezone")
            )
            return try await messaging.accounts.register(registration, invite: invite, deviceName: Self.device)
        }
        return try await response(grant, kind: "identitytoolkit#SignupNewUserResponse", registered: nil)
    }

    /// New tokens for a refresh token, which is used up.
    func refresh(_ body: IdentityBody, _ context: AppContext) async throws -> TokenResponse {
        guard body.text("grant_type", "grantType") == "refresh_token" else { throw IdentityError("INVALID_GRANT_TYPE") }
        guard let token = body.secret("refresh_token", "refreshToken") else {
            throw IdentityError("MISSING_REFRESH_TOKEN")
        }
        // A client that is told that its token has expired asks for the password again; one with another's doesn't.
        guard token.reveal().hasPrefix("sp_r_") else { throw IdentityError("INVALID_REFRESH_TOKEN") }
        let grant = try await context.guarded { try await messaging.accounts.refresh(token) }
        let idToken = try await tokens.issue(for: grant.accessToken)
        return TokenResponse(
            accessToken: idToken,
            expiresIn: Self.lifetime,
            tokenType: "Bearer",
            refreshToken: grant.refreshToken,
            idToken: idToken,
            userId: grant.user.id.description,
            projectId: tokens.project
        )
    }

    private func response(_ grant: AuthGrant, kind: String, registered: Bool?) async throws -> SignInResponse {
        SignInResponse(
            kind: kind,
            localId: grant.user.id.description,
            email: grant.user.email,
            displayName: grant.user.displayName,
            idToken: try await tokens.issue(for: grant.accessToken),
            refreshToken: grant.refreshToken,
            expiresIn: Self.lifetime,
            registered: registered
        )
    }

    // MARK: Fields

    static let lifetime = String(Accounts.accessLifetimeSeconds)
    static let device = "Firebase"

    func role(_ body: IdentityBody, _ invite: Secret?) async throws -> Role {
        if let word = body.text("role") {
            guard let role = Role(rawValue: word) else {
                throw IdentityError("INVALID_ARGUMENT", "role is trainer or client.")
            }
            return role
        }
        guard let invite else { return .trainer }
        return try await messaging.registrations.role(of: invite) ?? .trainer
    }

    private static func address(_ body: IdentityBody) throws -> String {
        let email = try body.text("email", orElse: "MISSING_EMAIL")
        guard (try? Validation.email(email)) != nil else { throw IdentityError("INVALID_EMAIL") }
        return email
    }

    static func requireStrength(of password: Secret) throws {
        do {
            try Validation.password(password)
        } catch {
            throw IdentityError("WEAK_PASSWORD", "Password should be at least 6 characters")
        }
    }

    static func name(in email: String) -> String {
        let name = email.prefix { $0 != "@" }.prefix(50)
        return (try? Validation.displayName(String(name))) ?? "Somebody"
    }
}
