import Accounts
import Domain
import Hummingbird
import Messaging
import SpotterAPI

/// Sign-up, log-in and token refresh.
struct AuthRoutes {
    let messaging: MessagingServices
    let attempts: LoginAttempts

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
            limit: .quota(.registrations),
            cost: .light
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
            response: .json(AuthGrant.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(LoginRequest.self, context: context)
            let credentials = try await attempts.run(body.email, context) {
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
            response: .json(AuthGrant.self),
            cost: .light
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
            response: .noContent,
            cost: .light
        ) { _, context in
            try await messaging.accounts.logout(try context.requirePrincipal().sessionId)
            return Response(status: .noContent)
        }
    }
}
