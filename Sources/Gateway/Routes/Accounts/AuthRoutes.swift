import Accounts
import Domain
import Hummingbird
import Logging
import Messaging
import SpotterAPI

/// Sign-up, log-in and token refresh.
struct AuthRoutes {
    let messaging: MessagingServices
    let metrics: RequestMetrics

    func add(to table: inout RouteTable) {
        table.tag = .accounts
        table.on(
            .post,
            "/v1/auth/register",
            "register",
            "Make an account and log in",
            access: .open,
            body: RegisterRequest.self,
            response: .json(AuthGrant.self, .created),
            limit: .quota(.registrations)
        ) { request, context in
            let body = try await request.decode(RegisterRequest.self, context: context)
            let registration = Accounts.Registration(
                email: body.email,
                password: body.password,
                displayName: body.displayName,
                role: body.role,
                timezone: body.timezone
            )
            // Guesses of codes count as wrong passwords do, and so do addresses that turn out to be taken.
            let grant = try await context.guarded {
                try await messaging.accounts.register(
                    registration,
                    invite: body.invite,
                    deviceName: body.deviceName ?? ""
                )
            }
            return JSONResponse(.created, grant)
        }
        table.on(
            .post,
            "/v1/auth/login",
            "login",
            "Log in",
            access: .open,
            body: LoginRequest.self,
            response: .json(AuthGrant.self)
        ) { request, context in
            let body = try await request.decode(LoginRequest.self, context: context)
            let credentials = try await logged(body.email, context) {
                try await messaging.accounts.login(
                    email: body.email,
                    password: body.password,
                    deviceName: body.deviceName ?? ""
                )
            }
            return JSONResponse(credentials)
        }
        table.on(
            .post,
            "/v1/auth/refresh",
            "refresh",
            "New tokens for a refresh token, which is used up",
            access: .open,
            body: RefreshRequest.self,
            response: .json(AuthGrant.self)
        ) { request, context in
            let body = try await request.decode(RefreshRequest.self, context: context)
            return JSONResponse(
                try await context.guarded { try await messaging.accounts.refresh(body.refreshToken) }
            )
        }
        table.on(
            .post,
            "/v1/auth/logout",
            "logout",
            "End this session; its sockets close",
            response: .noContent
        ) { _, context in
            try await messaging.accounts.logout(try context.requirePrincipal().sessionId)
            return Response(status: .noContent)
        }
    }

    /// A log-in whose failure is logged with the client's address.
    ///
    /// What was typed isn't: people type their password into the wrong field, and the address of somebody who has no
    /// account here is nobody's business. An account that exists is named by its id.
    private func logged<Value>(
        _ email: String,
        _ context: AppContext,
        _ attempt: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await context.guarded(email, attempt)
        } catch let error as SpotterError where error.code == .invalidCredentials {
            metrics.loginFailed()
            let account = try? await messaging.accounts.id(of: email)
            context.logger.notice(
                "log-in failed",
                metadata: ["address": "\(context.address)", "account": "\(account.map { "\($0)" } ?? "unknown")"]
            )
            throw error
        }
    }
}
