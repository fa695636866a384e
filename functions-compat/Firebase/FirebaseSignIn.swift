package import Domain
package import Gateway
import HTTPTypes
import Hummingbird
import Logging
package import Messaging
import SpotterAPI

/// The sign-in of apps that were made for Firebase: Google's Identity Toolkit and token service, and the keys by which
/// others verify ID tokens.
///
/// Each method is at its own path and behind the host's name, as clients spell it for Firebase's emulator: those of
/// Android and of the web by the names of version 1, those of iOS and old ones of the web by the names of version 3. A
/// `?key=` is not read.
package struct FirebaseSignIn: Sendable {
    private let signIn: SignIn
    private let providerSignIn: ProviderSignIn?
    private let account: OwnAccount
    private let keys: SigningKeys
    private let clock: any WallClock

    /// - Parameters:
    ///   - project: the name of the project that ID tokens are for.
    ///   - provider: whose ID tokens sign people in; `nil` for nobody's.
    package init(
        messaging: MessagingServices,
        attempts: LoginAttempts,
        keys: SigningKeys,
        project: String,
        provider: IdentityProvider? = nil,
        clock: any WallClock,
        ids: any IDSource
    ) {
        let tokens = IDTokens(accounts: messaging.accounts, keys: keys, project: project, clock: clock, ids: ids)
        let signIn = SignIn(messaging: messaging, attempts: attempts, tokens: tokens)
        self.signIn = signIn
        providerSignIn = provider.map { ProviderSignIn(provider: $0, signIn: signIn) }
        account = OwnAccount(messaging: messaging, tokens: tokens)
        self.keys = keys
        self.clock = clock
    }

    package func add(to table: inout RouteTable) {
        table.tag = .functions
        let (signIn, account) = (signIn, account)
        add(
            "accounts:signInWithPassword",
            "signInWithPassword",
            "Firebase: log in",
            PasswordSignInRequest.self,
            SignInResponse.self,
            to: &table
        ) { try await signIn.withPassword($0, $1) }
        add(
            "accounts:signUp",
            "signUp",
            "Firebase: make an account and log in",
            SignUpRequest.self,
            SignInResponse.self,
            limit: .quota(.registrations),
            to: &table
        ) { try await signIn.up($0, $1) }
        let provided = providerSignIn
        add(
            "accounts:signInWithIdp",
            "signInWithIdp",
            "Firebase: log in by an ID token of Google's, which makes an account where none is",
            ProviderSignInRequest.self,
            ProviderSignInResponse.self,
            limit: .quota(.registrations),
            to: &table
        ) {
            guard let provided else { throw IdentityError.notAllowed("Log in with a password.") }
            return try await provided.signIn($0, $1)
        }
        add(
            "accounts:lookup",
            "lookUpAccount",
            "Firebase: the account of an ID token",
            LookupRequest.self,
            LookupResponse.self,
            access: .own,
            to: &table
        ) {
            try await account.lookup($0, $1)
        }
        add(
            "accounts:update",
            "updateAccount",
            "Firebase: change the name or the password",
            UpdateRequest.self,
            UpdateResponse.self,
            access: .own,
            to: &table
        ) { try await account.update($0, $1) }
        add(
            "accounts:resetPassword",
            "resetAccountPassword",
            "Firebase: set a password with a token of the administrator's",
            ResetRequest.self,
            ResetResponse.self,
            to: &table
        ) { try await account.reset($0, $1) }
        add(
            "token",
            "refreshIdToken",
            "Firebase: new tokens for a refresh token, which is used up",
            TokenRequest.self,
            TokenResponse.self,
            host: "securetoken.googleapis.com",
            to: &table
        ) { try await signIn.refresh($0, $1) }
        for (method, reason) in Self.refused {
            for path in Self.paths(method, host: "identitytoolkit.googleapis.com") + Self.earlierPaths(method) {
                table.unlisted(.post, path, access: .open, cost: .light) { _, _ in
                    try IdentityError.notAllowed(reason).response()
                }
            }
        }
        addKeys(to: &table)
    }

    /// What this server has no equal of.
    private static let refused = [
        ("accounts:sendOobCode", "This server sends no mail about passwords. Ask its operator for a reset token."),
        ("accounts:signInWithCustomToken", "Log in with a password."),
        ("accounts:createAuthUri", "Log in with a password."),
        ("accounts:delete", "An account is deleted by DELETE /v1/me, with its password."),
        ("accounts:signInWithEmailLink", "Log in with a password."),
        ("accounts:sendVerificationCode", "Log in with a password."),
        ("accounts:signInWithPhoneNumber", "Log in with a password."),
        ("accounts:signInWithGameCenter", "Log in with a password."),
        ("accounts:verifyIosClient", "Log in with a password."),
    ]

    private static func paths(_ method: String, host: String) -> [String] {
        ["/v1/\(method)", "/\(host)/v1/\(method)"]
    }

    /// What version 3 calls the methods.
    private static let earlierNames = [
        "accounts:signInWithPassword": "verifyPassword", "accounts:signUp": "signupNewUser",
        "accounts:lookup": "getAccountInfo", "accounts:update": "setAccountInfo",
        "accounts:resetPassword": "resetPassword", "accounts:sendOobCode": "getOobConfirmationCode",
        "accounts:signInWithIdp": "verifyAssertion", "accounts:signInWithCustomToken": "verifyCustomToken",
        "accounts:createAuthUri": "createAuthUri", "accounts:delete": "deleteAccount",
        "accounts:signInWithEmailLink": "emailLinkSignin", "accounts:sendVerificationCode": "sendVerificationCode",
        "accounts:signInWithPhoneNumber": "verifyPhoneNumber",
        "accounts:signInWithGameCenter": "signInWithGameCenter", "accounts:verifyIosClient": "verifyClient",
    ]

    /// Where version 3 has a method.
    private static func earlierPaths(_ method: String) -> [String] {
        guard let name = earlierNames[method] else { return [] }
        let path = "/identitytoolkit/v3/relyingparty/\(name)"
        return [path, "/www.googleapis.com\(path)"]
    }

    private func add<Result: APIValue>(
        _ method: String,
        _ id: String,
        _ summary: String,
        _ body: any APIValue.Type,
        _ result: Result.Type,
        access: RouteTable.Access = .open,
        limit: RouteLimit? = nil,
        host: String = "identitytoolkit.googleapis.com",
        to table: inout RouteTable,
        _ call: @escaping @Sendable (IdentityBody, AppContext) async throws -> Result
    ) {
        let handler: RouteTable.Handler = { request, context in
            do {
                return try JSONResponse(try await call(IdentityBody.read(request), context)).response()
            } catch {
                return try Self.presentable(error, context).response()
            }
        }
        for path in Self.paths(method, host: host) {
            table.on(
                .post,
                path,
                path.hasPrefix("/v1/") ? id : "\(id)AtGoogle",
                summary,
                access: access,
                body: body,
                response: .json(result),
                failure: IdentityFailure.self,
                limit: limit,
                cost: .light,
                handler: handler
            )
        }
        // The same by an earlier spelling, which a new program has no use for.
        for path in Self.earlierPaths(method) {
            table.unlisted(.post, path, access: access, limit: limit, cost: .light, handler: handler)
        }
    }

    private static func presentable(_ error: any Error, _ context: AppContext) -> IdentityError {
        if let error = error as? IdentityError { return error }
        if let error = SpotterError(presenting: error) { return IdentityError(error) }
        context.logger.error("sign-in failed", metadata: ["error": "\(error)"])
        return IdentityError(SpotterError(.internalError, "Something went wrong on the server."))
    }

    // MARK: Keys

    /// How long others may keep the keys. A new key takes effect after a restart, which they don't learn of.
    private static let keyHeaders: HTTPFields = [.cacheControl: "public, max-age=300, must-revalidate"]

    private func addKeys(to table: inout RouteTable) {
        let (keys, clock) = (keys, clock)
        let owner = "securetoken@system.gserviceaccount.com"
        table.on(
            .get,
            "/service_accounts/v1/jwk/\(owner)",
            "listIdTokenKeys",
            "Firebase: the public keys of ID tokens",
            access: .open,
            response: .json(WebKeys.self),
            failure: IdentityFailure.self,
            cost: .light
        ) { _, _ in
            try Self.cached(WebKeys(keys: try await keys.all().map { try $0.webKey() }))
        }
        table.on(
            .get,
            "/robot/v1/metadata/x509/\(owner)",
            "listIdTokenCertificates",
            "Firebase: the public keys of ID tokens in certificates, by the names of the keys",
            access: .open,
            response: .json(KeyCertificates.self),
            failure: IdentityFailure.self,
            cost: .light
        ) { _, _ in
            let now = clock.now()
            let certificates = try await keys.all().map { ($0.kid, try $0.certificate(at: now)) }
            return try Self.cached(KeyCertificates(Dictionary(certificates) { first, _ in first }))
        }
    }

    private static func cached(_ value: some APIValue) throws -> Response {
        var response = try JSONResponse(value).response()
        response.headers.append(contentsOf: keyHeaders)
        return response
    }
}
