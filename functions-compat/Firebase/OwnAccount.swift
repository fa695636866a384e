import Accounts
import Domain
import Gateway
import Messaging
import SpotterAPI

/// What the holder of an ID token learns of the account and changes in it.
struct OwnAccount: Sendable {
    /// How long after the log-in a password can be changed without the current one.
    static let recentSeconds: Int64 = 300

    /// Whether somebody logged in a moment ago. A time to come is none: the clock was set back.
    static func isRecent(_ loggedInAt: Timestamp, at now: Timestamp) -> Bool {
        !loggedInAt.isFromTheFuture(at: now) && loggedInAt.adding(seconds: recentSeconds) >= now
    }

    let messaging: MessagingServices
    let tokens: IDTokens

    func lookup(_ body: IdentityBody, _ context: AppContext) async throws -> LookupResponse {
        let facts = try await holder(body, context)
        let user = facts.principal.user
        let identities = try await messaging.accounts.identities(of: user.id)
        let providers = identities.map { identity in
            IdentityUser.Provider(
                providerId: ProviderSignIn.providerId,
                displayName: user.displayName,
                federatedId: "\(identity.issuer)/\(identity.subject)",
                email: user.email,
                rawId: identity.subject
            )
        }
        let shown = IdentityUser(
            localId: user.id.description,
            email: user.email,
            displayName: user.displayName,
            emailVerified: false,
            disabled: false,
            providerUserInfo: [.init(displayName: user.displayName, email: user.email)] + providers,
            createdAt: String(facts.accountCreatedAt.milliseconds),
            lastLoginAt: String(facts.loggedInAt.milliseconds)
        )
        return LookupResponse(kind: "identitytoolkit#GetAccountInfoResponse", users: [shown])
    }

    /// Changes the name or the password, or ends links with identities elsewhere.
    func update(_ body: IdentityBody, _ context: AppContext) async throws -> UpdateResponse {
        let facts = try await holder(body, context)
        var user = facts.principal.user
        if let email = body.text("email"), email != user.email {
            throw IdentityError.notAllowed("An account keeps its address here.")
        }
        guard !body.has("photoUrl"), body.texts("deleteAttribute").isEmpty else {
            throw IdentityError.notAllowed("A photo is changed by PATCH /v1/me, and a name can't be removed.")
        }
        if body.texts("deleteProvider").contains(ProviderSignIn.providerId) {
            // Soon after the log-in, since it may be somebody's only way in.
            guard Self.isRecent(facts.loggedInAt, at: tokens.clock.now()) else {
                throw IdentityError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
            try await messaging.accounts.unlinkIdentities(of: user.id)
        }
        let password = body.secret("password")
        if let password { try SignIn.requireStrength(of: password) }
        if let name = body.text("displayName") {
            user = try await messaging.profiles.change(Profile.Change(displayName: name), of: user.id).user
        }
        guard let password else { return Self.response(user) }
        let grant = try await context.guarded(user.email) {
            try await messaging.accounts.changePassword(
                to: password,
                by: facts.principal,
                loggedInWithin: Self.recentSeconds
            )
        }
        return Self.response(user, try await tokens.issue(for: grant.accessToken), grant.refreshToken)
    }

    /// Sets a password by the token that an administrator made.
    func reset(_ body: IdentityBody, _ context: AppContext) async throws -> ResetResponse {
        guard let code = body.secret("oobCode") else { throw IdentityError("MISSING_OOB_CODE") }
        guard let password = body.secret("newPassword") else {
            throw IdentityError.notAllowed("A reset token is checked together with the new password.")
        }
        try SignIn.requireStrength(of: password)
        do {
            try await context.guarded { try await messaging.accounts.resetPassword(with: code, to: password) }
        } catch let error as SpotterError where error.code == .unauthorized {
            throw IdentityError("INVALID_OOB_CODE")
        }
        return .example
    }

    /// The owner of the ID token in the body. Wrong ones count as wrong passwords do.
    private func holder(_ body: IdentityBody, _ context: AppContext) async throws -> Accounts.TokenFacts {
        guard let token = body.secret("idToken") else { throw IdentityError("MISSING_ID_TOKEN") }
        do {
            let facts = try await context.guarded {
                do {
                    return try await tokens.facts(of: token)
                } catch IDTokens.Fault.invalid {
                    throw SpotterError(.unauthorized, "")
                }
            }
            _ = try context.admit(facts.principal)
            return facts
        } catch IDTokens.Fault.expired {
            throw IdentityError.tokenExpired
        } catch let error as SpotterError where error.code == .unauthorized {
            throw IdentityError.invalidToken
        }
    }

    private static func response(
        _ user: User,
        _ idToken: Secret? = nil,
        _ refreshToken: Secret? = nil
    ) -> UpdateResponse {
        UpdateResponse(
            kind: "identitytoolkit#SetAccountInfoResponse",
            localId: user.id.description,
            email: user.email,
            displayName: user.displayName,
            emailVerified: false,
            providerUserInfo: [.init(displayName: user.displayName, email: user.email)],
            idToken: idToken,
            refreshToken: refreshToken,
            expiresIn: idToken.map { _ in SignIn.lifetime }
        )
    }
}
