import Accounts
import Domain
import Gateway
import Messaging
import SpotterAPI

/// Sign-in by an ID token of a provider: to the account that is linked with that identity, or to a new one.
struct ProviderSignIn: Sendable {
    /// As apps spell the one that they offer.
    static let providerId = "google.com"

    let provider: IdentityProvider
    let signIn: SignIn

    private var accounts: Accounts { signIn.messaging.accounts }

    func signIn(_ body: IdentityBody, _ context: AppContext) async throws -> ProviderSignInResponse {
        let given = IdentityBody(form: body.text("postBody") ?? "")
        guard given.text("providerId") == Self.providerId else {
            throw IdentityError.notAllowed("Only Google's sign-in is taken here, or a password.")
        }
        guard let token = given.secret("id_token") else {
            throw IdentityError(
                "INVALID_IDP_RESPONSE",
                "An id_token is needed; an access token says nothing of whose it is for."
            )
        }
        let nonce = given.secret("nonce") ?? body.secret("nonce")
        let identity = try await context.guarded { try await self.identity(of: token, nonce) }
        if let session = body.secret("idToken") { return try await linked(identity, session, context) }
        if let grant = try await accounts.login(identity, deviceName: SignIn.device) {
            return try await response(grant, identity, isNew: false)
        }
        guard try await !accounts.hasAccount(withAddressOf: identity) else {
            // Nobody has proved to own the address of that account, so this doesn't open it.
            return ProviderSignInResponse(confirming: identity)
        }
        return try await registered(identity, body)
    }

    private func identity(of token: Secret, _ nonce: Secret?) async throws -> ProvenIdentity {
        do {
            return try await provider.identity(of: token, nonce: nonce)
        } catch IdentityProvider.Fault.nonce {
            throw IdentityError("MISSING_OR_INVALID_NONCE", "The token is of another attempt to sign in.")
        } catch let fault as IdentityProvider.Fault {
            let words =
                fault == .expired ? "The token has expired." : "The token isn't one of the provider's for this server."
            throw SpotterError(.invalidCredentials, words)
        }
    }

    /// Links the account that an ID token of this server belongs to, soon after its owner has logged in.
    private func linked(
        _ identity: ProvenIdentity,
        _ session: Secret,
        _ context: AppContext
    ) async throws -> ProviderSignInResponse {
        let facts = try await context.guarded {
            do {
                return try await signIn.tokens.facts(of: session)
            } catch is IDTokens.Fault {
                throw SpotterError(.unauthorized, "Log in again.")
            }
        }
        // Whoever finds a token of an open session shall not get a way in that outlasts it.
        guard OwnAccount.isRecent(facts.loggedInAt, at: signIn.tokens.clock.now()) else {
            throw IdentityError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
        do {
            try await accounts.link(identity, with: facts.principal.userId)
        } catch let error as SpotterError where error.code == .conflict {
            throw IdentityError("FEDERATED_USER_ID_ALREADY_LINKED", error.message)
        }
        guard let grant = try await accounts.login(identity, deviceName: SignIn.device) else {
            throw IdentityError.tokenExpired
        }
        return try await response(grant, identity, isNew: false)
    }

    /// A new account, by the rules of every registration. Nobody knows its password; its owner can set one.
    private func registered(_ identity: ProvenIdentity, _ body: IdentityBody) async throws -> ProviderSignInResponse {
        let invite = body.secret("invite")
        let name = identity.name.flatMap { try? Validation.displayName(String($0.prefix(50))) }
        let registration = Accounts.Registration(
            email: identity.email,
            password: Secret(Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })),
            displayName: name ?? SignIn.name(in: identity.email),
            role: try await signIn.role(body, invite),
            timezone: body.text("timezone")
        )
        let grant = try await accounts.register(
            registration,
            invite: invite,
            identity: identity,
            deviceName: SignIn.device
        )
        return try await response(grant, identity, isNew: true)
    }

    private func response(
        _ grant: AuthGrant,
        _ identity: ProvenIdentity,
        isNew: Bool
    ) async throws -> ProviderSignInResponse {
        var response = ProviderSignInResponse(of: identity)
        response.localId = grant.user.id.description
        response.displayName = grant.user.displayName
        response.idToken = try await signIn.tokens.issue(for: grant.accessToken)
        response.refreshToken = grant.refreshToken
        response.expiresIn = SignIn.lifetime
        response.isNewUser = isNew
        return response
    }
}
