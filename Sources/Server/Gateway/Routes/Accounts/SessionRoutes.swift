import Accounts
import Domain
import Foundation
import Hummingbird
import Messaging
import SpotterAPI

/// Sessions on all devices, and passwords.
struct SessionRoutes {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        table.tag = .accounts
        addSessions(to: &table)
        addPasswords(to: &table)
    }

    private func addSessions(to table: inout RouteTable) {
        let accounts = messaging.accounts
        table.on(
            .get,
            "/v1/auth/sessions",
            "listSessions",
            "This account's log-ins on all devices",
            response: .json(SessionsResponse.self)
        ) { _, context in
            JSONResponse(SessionsResponse(sessions: try await accounts.sessions(of: try context.requirePrincipal())))
        }
        table.on(
            .delete,
            "/v1/auth/sessions/{sessionId}",
            "endSession",
            "Log a device out; its sockets close",
            response: .noContent
        ) { _, context in
            let session: SessionID = try context.id("sessionId", what: "session")
            try await accounts.end(session, by: try context.requirePrincipal())
            return Response(status: .noContent)
        }
        table.on(
            .delete,
            "/v1/auth/sessions",
            "endOtherSessions",
            "Log all other devices out; their sockets close",
            response: .noContent
        ) { _, context in
            try await accounts.endOthers(by: try context.requirePrincipal())
            return Response(status: .noContent)
        }
    }

    private func addPasswords(to table: inout RouteTable) {
        let accounts = messaging.accounts
        table.on(
            .post,
            "/v1/auth/password",
            "changePassword",
            "Change the password; all other sessions end",
            body: ChangePasswordRequest.self,
            response: .noContent,
            cost: .light
        ) { request, context in
            let body = try await request.decode(ChangePasswordRequest.self, context: context)
            let principal = try context.requirePrincipal()
            try await context.guarded(principal.user.email) {
                try await accounts.changePassword(from: body.currentPassword, to: body.newPassword, by: principal)
            }
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/auth/reset",
            "resetPassword",
            "Set a password by a one-time token of the administrator's; all sessions end",
            access: .open,
            body: ResetPasswordRequest.self,
            response: .noContent,
            cost: .light
        ) { request, context in
            let body = try await request.decode(ResetPasswordRequest.self, context: context)
            try await context.guarded { try await accounts.resetPassword(with: body.resetToken, to: body.newPassword) }
            return Response(status: .noContent)
        }
    }
}
