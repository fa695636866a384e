public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// Makes sure that a Spotter server answers at the address.
    /// - Throws: `ClientError`; `.unexpectedAnswer` if something else does.
    public func requireSpotter() async throws {
        let stranger = ClientError.unexpectedAnswer("\(server) answers, but isn't a Spotter server. Check the address.")
        do {
            let health = try await send(HTTPCall.get("/healthz").anonymous, HealthResponse.self)
            guard health.status == HealthResponse.example.status else { throw stranger }
        } catch ClientError.unexpectedAnswer {
            throw stranger
        }
    }

    /// Creates an account and logs in with it.
    /// - Parameter invite: the code of an invitation, which most servers require.
    @discardableResult
    public func register(
        email: String,
        password: Secret,
        displayName: String,
        role: Role,
        timezone: String? = nil,
        invite: Secret? = nil
    ) async throws -> AuthGrant {
        let body = RegisterRequest(
            email: email,
            password: password,
            displayName: displayName,
            role: role,
            timezone: timezone,
            invite: invite
        )
        return try await adopt(try await send(.post("/v1/auth/register", body).anonymous))
    }

    /// - Throws: `ClientError.refused` with `invalid_credentials` if the e-mail address or the password is wrong.
    @discardableResult
    public func login(email: String, password: Secret, deviceName: String? = nil) async throws -> AuthGrant {
        let body = LoginRequest(email: email, password: password, deviceName: deviceName)
        return try await adopt(try await send(.post("/v1/auth/login", body).anonymous))
    }

    private func adopt(_ grant: AuthGrant) async throws -> AuthGrant {
        try await session.store(grant)
        return grant
    }

    /// Refreshes the tokens now. Calls do this by themselves when it is necessary.
    /// - Throws: `ClientError`; `.loggedOut` if the session has ended.
    public func refresh() async throws {
        _ = try await renewToken(after: try await session.current().accessToken)
    }

    /// Ends the session on the server, then discards the tokens here.
    /// - Throws: `ClientError`.
    public func logout() async throws {
        do {
            try await send(.post("/v1/auth/logout"))
        } catch let error as ClientError {
            guard case .loggedOut = error else { throw error }
        }
        try await session.store(nil)
    }

    /// The user's own account.
    /// - Throws: `ClientError`.
    public func me() async throws -> User { try await profile().user }

    /// The user's own account with its settings.
    /// - Throws: `ClientError`.
    public func profile() async throws -> Profile { try await send(.get("/v1/me"), ProfileResponse.self).user }

    /// - Throws: `ClientError`; `invalid_request` for an unknown time zone or an empty name.
    public func change(profile change: UpdateProfileRequest) async throws -> Profile {
        try await send(.patch("/v1/me", change), ProfileResponse.self).user
    }

    /// Ends all other sessions.
    /// - Throws: `ClientError`; `invalid_credentials` if the current password is wrong.
    public func changePassword(from current: Secret, to new: Secret) async throws {
        let body = ChangePasswordRequest(currentPassword: current, newPassword: new)
        try await send(.post("/v1/auth/password", body))
    }

    /// Log-ins on all devices, the most recently active first.
    /// - Throws: `ClientError`.
    public func sessions() async throws -> [AccountSession] {
        try await send(.get("/v1/auth/sessions"), SessionsResponse.self).sessions
    }

    /// - Throws: `ClientError`; `not_found` if the user has no such session.
    public func endSession(_ id: SessionID) async throws { try await send(.delete("/v1/auth/sessions/\(id)")) }

    /// Ends all sessions but this one.
    /// - Throws: `ClientError`.
    public func endOtherSessions() async throws { try await send(.delete("/v1/auth/sessions")) }

    /// Deletes the account for good, and discards the tokens here.
    /// - Throws: `ClientError`; `invalid_credentials` if the password is wrong.
    public func deleteAccount(password: Secret) async throws {
        var call = HTTPCall.delete("/v1/me")
        call.body = DeleteAccountRequest(password: password)
        try await send(call)
        try await session.store(nil)
    }

    /// Downloads everything that the account has, as a tar archive.
    /// - Parameter progress: called with the bytes that have arrived.
    /// - Throws: `ClientError`; `invalid_credentials` if the password is wrong.
    public func exportAccount(
        password: Secret,
        to path: String,
        progress: @Sendable (_ done: Int64) -> Void = { _ in }
    ) async throws {
        try await download(.post("/v1/me/export", ExportAccountRequest(password: password)), to: path, progress)
    }

    /// The current tokens, from memory or from storage. Makes no request.
    /// - Throws: `ClientError.loggedOut` if there are none.
    public func currentGrant() async throws -> AuthGrant { try await session.current() }
}
