import Accounts
import Domain
import Foundation
import NIOHTTP1
import SpotterAPI

/// The accounts of a running server, by its admin routes.
struct ServerAccounts: AdministeredAccounts {
    let server: AdminServer

    func users(_ filter: AccountAdministration.Filter, after: UserID?) async throws -> AdminUsersResponse {
        var query = ["limit=\(AccountAdministration.maxPage)"]
        if let role = filter.role { query.append("role=\(role.rawValue)") }
        if let state = filter.state { query.append("state=\(state.rawValue)") }
        if !filter.query.isEmpty { query.append("query=\(PercentEncoding.encode(filter.query))") }
        if let after { query.append("after=\(after)") }
        return try await server.get("/v1/admin/users?\(query.joined(separator: "&"))", as: AdminUsersResponse.self)
    }

    func create(_ request: CreateUserRequest) async throws -> AdminUser {
        try decode(AdminUserResponse.self, try await server.send(.POST, "/v1/admin/users", request)).user
    }

    func user(_ account: String) async throws -> AdminUser {
        try await server.get(path(account), as: AdminUserResponse.self).user
    }

    func change(_ request: ChangeUserRequest, of account: String) async throws -> AdminUser {
        try decode(AdminUserResponse.self, try await server.send(.PATCH, path(account), request)).user
    }

    func delete(_ account: String) async throws { _ = try await server.send(.DELETE, path(account)) }

    func setPassword(of account: String, to password: Secret) async throws {
        _ = try await server.send(.PUT, path(account, "/password"), SetPasswordRequest(password: password))
    }

    func issueReset(for account: String) async throws -> PasswordReset {
        try decode(PasswordReset.self, try await server.send(.POST, path(account, "/reset")))
    }

    func sessions(of account: String) async throws -> [AccountSession] {
        try await server.get(path(account, "/sessions"), as: SessionsResponse.self).sessions
    }

    func endSessions(of account: String, only session: SessionID?) async throws {
        _ = try await server.send(.DELETE, path(account, session.map { "/sessions/\($0)" } ?? "/sessions"))
    }

    func log(before: Int64?, limit: Int) async throws -> [AdminLogEntry] {
        let query = "?limit=\(limit)" + (before.map { "&before=\($0)" } ?? "")
        return try await server.get("/v1/admin/log" + query, as: AdminLogResponse.self).entries
    }

    private func path(_ account: String, _ rest: String = "") -> String {
        "/v1/admin/users/\(PercentEncoding.encode(account))\(rest)"
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ answer: Data) throws -> Value {
        try server.decode(type, answer)
    }
}
