import Accounts
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import SpotterAPI

/// Accounts, for the administrator. An account is named by its address or id.
struct AdminUserRoutes {
    let administration: AccountAdministration

    func add(to table: inout RouteTable) {
        table.tag = .admin
        addReading(to: &table)
        addChanging(to: &table)
        addPasswords(to: &table)
        addSessions(to: &table)
    }

    private func addReading(to table: inout RouteTable) {
        let administration = administration
        table.on(
            .get,
            "/v1/admin/users",
            "listUsers",
            "Accounts in the order of their creation, with sessions and storage used",
            access: .admin,
            query: [
                QueryParameter("role", Role.self), QueryParameter("state", AdminUser.State.self),
                QueryParameter("query", String.self, "Part of a name or address"),
                QueryParameter("after", UserID.self, "next of the page before"),
                QueryParameter("limit", Int.self, "1 to 200; 50 if left out"),
            ],
            response: .json(AdminUsersResponse.self)
        ) { request, _ in
            let filter = AccountAdministration.Filter(
                role: try request.word("role"),
                state: try request.word("state"),
                query: try request.parameter("query") ?? ""
            )
            let after: UserID? = try request.parameter("after")
            let limit: Int = try request.parameter("limit") ?? 50
            return JSONResponse(try await administration.users(filter, after: after, limit: limit))
        }
        table.on(
            .get,
            "/v1/admin/users/{user}",
            "getUser",
            "One account; user is an email address or id, here and below",
            access: .admin,
            response: .json(AdminUserResponse.self)
        ) { _, context in
            JSONResponse(AdminUserResponse(user: try await administration.user(context.account)))
        }
    }

    private func addChanging(to table: inout RouteTable) {
        let administration = administration
        table.on(
            .post,
            "/v1/admin/users",
            "createUser",
            "Make an account, whatever the server's registration; without a password nobody can log in yet",
            access: .admin,
            body: CreateUserRequest.self,
            response: .json(AdminUserResponse.self, .created)
        ) { request, context in
            let body = try await request.decode(CreateUserRequest.self, context: context)
            let user = try await administration.create(body, by: try context.requireAdmin())
            return JSONResponse(.created, AdminUserResponse(user: user))
        }
        table.on(
            .patch,
            "/v1/admin/users/{user}",
            "changeUser",
            "Disable or enable an account, or change its name, address or role",
            access: .admin,
            body: ChangeUserRequest.self,
            response: .json(AdminUserResponse.self)
        ) { request, context in
            let body = try await request.decode(ChangeUserRequest.self, context: context)
            let user = try await administration.change(body, of: context.account, by: try context.requireAdmin())
            return JSONResponse(AdminUserResponse(user: user))
        }
        table.on(
            .delete,
            "/v1/admin/users/{user}",
            "deleteUser",
            "Delete an account with all of its data, for good",
            access: .admin,
            response: .noContent
        ) { _, context in
            try await administration.delete(context.account, by: try context.requireAdmin())
            return Response(status: .noContent)
        }
    }

    private func addPasswords(to table: inout RouteTable) {
        let administration = administration
        table.on(
            .put,
            "/v1/admin/users/{user}/password",
            "setUserPassword",
            "Set an account's password; all of its sessions end",
            access: .admin,
            body: SetPasswordRequest.self,
            response: .noContent
        ) { request, context in
            let body = try await request.decode(SetPasswordRequest.self, context: context)
            let admin = try context.requireAdmin()
            _ = try await administration.setPassword(of: context.account, to: body.password, by: admin)
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/admin/users/{user}/reset",
            "issuePasswordReset",
            "A one-time token by which somebody sets a new password",
            access: .admin,
            response: .json(PasswordReset.self, .created)
        ) { _, context in
            let reset = try await administration.issueReset(for: context.account, by: try context.requireAdmin())
            return JSONResponse(.created, reset)
        }
    }

    private func addSessions(to table: inout RouteTable) {
        let administration = administration
        table.on(
            .get,
            "/v1/admin/users/{user}/sessions",
            "listUserSessions",
            "An account's log-ins on all devices",
            access: .admin,
            response: .json(SessionsResponse.self)
        ) { _, context in
            JSONResponse(SessionsResponse(sessions: try await administration.sessions(of: context.account)))
        }
        table.on(
            .delete,
            "/v1/admin/users/{user}/sessions",
            "endUserSessions",
            "Log all devices of an account out; their sockets close",
            access: .admin,
            response: .noContent
        ) { _, context in
            try await administration.endSessions(of: context.account, by: try context.requireAdmin())
            return Response(status: .noContent)
        }
        table.on(
            .delete,
            "/v1/admin/users/{user}/sessions/{sessionId}",
            "endUserSession",
            "Log one device of an account out; its sockets close",
            access: .admin,
            response: .noContent
        ) { _, context in
            let session: SessionID = try context.id("sessionId", what: "session")
            let admin = try context.requireAdmin()
            try await administration.endSessions(of: context.account, only: session, by: admin)
            return Response(status: .noContent)
        }
    }
}

extension AppContext {
    /// The account that an administrator's path names, by address or id.
    var account: String { parameters.get("user")?.removingPercentEncoding ?? "" }
}

extension Request {
    /// A query parameter that is one of a few words. `nil` if it is missing.
    /// - Throws: `invalid_request` that lists the words.
    fileprivate func word<Word: RawRepresentable & CaseIterable>(_ name: String) throws -> Word?
    where Word.RawValue == String {
        guard let text: String = try parameter(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: " or ")
            throw SpotterError.invalid("\(name) must be \(words).")
        }
        return word
    }
}
