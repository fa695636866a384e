import Accounts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Messaging
import SpotterAPI

/// Log-in and log-out. A token is a session of the account's like any other, listed with its devices.
struct LoginRoutes {
    let services: MatrixServices

    func add(to table: inout MatrixTable) {
        let routes = self
        for version in ["r0", "v3"] {
            let prefix = "/_matrix/client/\(version)"
            table.open(.get, "\(prefix)/login") { _, _ in ["flows": [["type": "m.login.password"]]] }
            table.open(.post, "\(prefix)/login") { try await routes.login($0, $1) }
            table.open(.post, "\(prefix)/refresh") { try await routes.refresh($0, $1) }
        }
        table.on(.get, "/account/whoami", scope: .messagesRead) { call in
            [
                "user_id": .string(call.names.user(call.principal.userId)),
                "device_id": .string(call.principal.sessionId.description), "is_guest": false,
            ]
        }
        let accounts = services.messaging.accounts
        table.on(.post, "/logout", scope: nil) { call in
            try await accounts.logout(call.principal.sessionId)
            return [:]
        }
        table.on(.post, "/logout/all", scope: nil) { call in
            try await accounts.endOthers(by: call.principal)
            try await accounts.logout(call.principal.sessionId)
            return [:]
        }
        addDevices(to: &table)
    }

    // MARK: Log-in

    private func login(_ request: Request, _ context: AppContext) async throws -> JSONValue {
        let body = try await request.matrixBody()
        guard body["type"]?.string == "m.login.password" else {
            throw MatrixFailure(.badRequest, "M_UNKNOWN", "Log in with m.login.password.")
        }
        guard let name = Self.name(in: body) else { throw MatrixFailure.missing("identifier") }
        guard let password = body["password"]?.string else { throw MatrixFailure.missing("password") }
        let accounts = services.messaging.accounts
        let device = body["initial_device_display_name"]?.string ?? "Matrix"
        let names = services.names(request, context)
        // Every name of an account is one to the brake on guessing, which counts by addresses.
        let address = try await address(of: name)
        let grant = try await services.attempts.run(address, context) {
            try await accounts.login(email: address, password: Secret(password), deviceName: device)
        }
        let refreshes = body["refresh_token"]?.bool == true
        if !refreshes { try await accounts.prolong(grant.accessToken) }
        let principal = try await accounts.authenticate(grant.accessToken)
        var answer: [String: JSONValue] = [
            "user_id": .string(names.user(grant.user.id)), "home_server": .string(names.server),
            "access_token": .string(grant.accessToken.reveal()), "device_id": .string(principal.sessionId.description),
        ]
        if refreshes { add(grant, to: &answer) }
        return .object(answer)
    }

    /// Who wants to log in, as typed: an address, its local part, or a user's id.
    private static func name(in body: JSONValue) -> String? {
        let identifier = body["identifier"]
        if identifier?["type"]?.string == "m.id.thirdparty" { return identifier?["address"]?.string }
        return identifier?["user"]?.string ?? body["user"]?.string ?? body["address"]?.string
    }

    /// The address of an account, however it is named. A name that is nobody's is tried all the same, and takes as long;
    /// it is one name whatever server stands behind it.
    private func address(of name: String) async throws -> String {
        let accounts = services.messaging.accounts
        if let id = MatrixNames.user(name) ?? UserID(name) {
            return try await accounts.user(id)?.email ?? id.description
        }
        let localpart = MatrixNames.localpart(name) ?? name
        guard !localpart.contains("@"), (1...64).contains(localpart.utf8.count) else { return localpart }
        return try await accounts.email(withLocalpart: localpart) ?? localpart
    }

    private func refresh(_ request: Request, _ context: AppContext) async throws -> JSONValue {
        guard let token = try await request.matrixBody()["refresh_token"]?.string else {
            throw MatrixFailure.missing("refresh_token")
        }
        let grant = try await context.guarded { try await services.messaging.accounts.refresh(Secret(token)) }
        var answer: [String: JSONValue] = ["access_token": .string(grant.accessToken.reveal())]
        add(grant, to: &answer)
        return .object(answer)
    }

    private func add(_ grant: AuthGrant, to answer: inout [String: JSONValue]) {
        answer["refresh_token"] = .string(grant.refreshToken.reveal())
        let left = grant.expiresAt.milliseconds(since: services.clock.now())
        answer["expires_in_ms"] = .integer(Int(clamping: max(0, left)))
    }

    // MARK: Devices

    private func addDevices(to table: inout MatrixTable) {
        let accounts = services.messaging.accounts
        table.on(.get, "/devices", scope: nil) { call in
            let sessions = try await accounts.sessions(of: call.principal)
            return ["devices": .array(sessions.map { Self.device($0, call) })]
        }
        table.on(.get, "/devices/{device}", scope: nil) { call in
            let sessions = try await accounts.sessions(of: call.principal)
            guard let session = sessions.first(where: { $0.id.description == call.path("device") }) else {
                throw MatrixFailure(SpotterError.notFound("device"))
            }
            return Self.device(session, call)
        }
        table.on(.delete, "/devices/{device}", scope: nil) { call in
            guard let session = SessionID(call.path("device")) else {
                throw MatrixFailure(SpotterError.notFound("device"))
            }
            try await accounts.end(session, by: call.principal)
            return [:]
        }
    }

    private static func device(_ session: AccountSession, _ call: MatrixCall) -> JSONValue {
        [
            "device_id": .string(session.id.description), "display_name": .string(session.deviceName),
            "last_seen_ts": .integer(Int(clamping: session.lastSeenAt.milliseconds)),
        ]
    }
}
