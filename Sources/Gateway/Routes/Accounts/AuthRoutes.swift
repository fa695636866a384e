import Domain
import Hummingbird
import Messaging

/// Accounts: sign up, log in, stay logged in.
struct AuthRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        table.on(
            .post,
            "/v1/auth/register",
            "Make an account and log in",
            access: .open,
            body:
                "email: string, password: string, displayName: string, role: string, timezone?: string, deviceName?: string",
            status: .created,
            limit: .quota(.registrations)
        ) { request, context in
            let body = try await request.decode(RegisterBody.self, context: context)
            guard let role = Role(rawValue: body.role) else {
                throw SpotterError.invalid("role must be trainer or client.")
            }
            let registration = Accounts.Registration(
                email: body.email,
                password: body.password,
                displayName: body.displayName,
                role: role,
                timezone: body.timezone
            )
            return JSONAnswer(
                .created,
                try await messaging.accounts.register(registration, deviceName: body.deviceName ?? "")
            )
        }
        table.on(
            .post,
            "/v1/auth/login",
            "Log in",
            access: .open,
            body: "email: string, password: string, deviceName?: string"
        ) { request, context in
            let body = try await request.decode(LoginBody.self, context: context)
            let credentials = try await context.guarded(body.email) {
                try await messaging.accounts.login(
                    email: body.email,
                    password: body.password,
                    deviceName: body.deviceName ?? ""
                )
            }
            return JSONAnswer(.ok, credentials)
        }
        table.on(
            .post,
            "/v1/auth/refresh",
            "New tokens for a refresh token, which is used up",
            access: .open,
            body: "refreshToken: string"
        ) { request, context in
            let body = try await request.decode(RefreshBody.self, context: context)
            return JSONAnswer(
                .ok,
                try await context.guarded { try await messaging.accounts.refresh(body.refreshToken) }
            )
        }
        table.on(
            .post,
            "/v1/auth/logout",
            "End this session; its sockets close",
            status: .noContent
        ) { _, context in
            try await messaging.accounts.logout(try context.requirePrincipal().sessionId)
            return Response(status: .noContent)
        }
    }

    private struct RegisterBody: Decodable {
        let email: String
        let password: Secret
        let displayName: String
        let role: String
        let timezone: String?
        let deviceName: String?
    }

    private struct LoginBody: Decodable {
        let email: String
        let password: Secret
        let deviceName: String?
    }

    private struct RefreshBody: Decodable {
        let refreshToken: Secret
    }
}
