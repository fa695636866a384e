import Accounts
import Domain
import Foundation
import SpotterAPI
import SpotterServer

/// Accounts to administer, wherever they are.
protocol AdministeredAccounts: Sendable {
    func users(_ filter: AccountAdministration.Filter, after: UserID?) async throws -> AdminUsersResponse
    func create(_ request: CreateUserRequest) async throws -> AdminUser
    func user(_ account: String) async throws -> AdminUser
    func change(_ request: ChangeUserRequest, of account: String) async throws -> AdminUser
    func delete(_ account: String) async throws
    func setPassword(of account: String, to password: Secret) async throws
    func issueReset(for account: String) async throws -> PasswordReset
    func sessions(of account: String) async throws -> [AccountSession]
    /// - Parameter session: `nil` for all.
    func endSessions(of account: String, only session: SessionID?) async throws
    func log(before: Int64?, limit: Int) async throws -> [AdminLogEntry]
}

extension AdminTarget {
    /// Runs `body` with the accounts of the folder or the running server that the options name.
    func withAccounts<Value: Sendable>(_ body: (any AdministeredAccounts) async throws -> Value) async throws -> Value {
        if let server = try remote() { return try await body(ServerAccounts(server: server)) }
        return try await withFolder { try await body(FolderAccounts(server: $0)) }
    }
}

/// The accounts in the folder of a stopped server.
struct FolderAccounts: AdministeredAccounts {
    let server: SpotterServer

    private var administration: AccountAdministration { server.useCases.administration }

    func users(_ filter: AccountAdministration.Filter, after: UserID?) async throws -> AdminUsersResponse {
        try await administration.users(filter, after: after, limit: AccountAdministration.maxPage)
    }

    func create(_ request: CreateUserRequest) async throws -> AdminUser {
        try await administration.create(request, by: .folder)
    }

    func user(_ account: String) async throws -> AdminUser { try await administration.user(account) }

    func change(_ request: ChangeUserRequest, of account: String) async throws -> AdminUser {
        try await administration.change(request, of: account, by: .folder)
    }

    func delete(_ account: String) async throws { try await administration.delete(account, by: .folder) }

    func setPassword(of account: String, to password: Secret) async throws {
        _ = try await administration.setPassword(of: account, to: password, by: .folder)
    }

    func issueReset(for account: String) async throws -> PasswordReset {
        try await administration.issueReset(for: account, by: .folder)
    }

    func sessions(of account: String) async throws -> [AccountSession] {
        try await administration.sessions(of: account)
    }

    func endSessions(of account: String, only session: SessionID?) async throws {
        try await administration.endSessions(of: account, only: session, by: .folder)
    }

    func log(before: Int64?, limit: Int) async throws -> [AdminLogEntry] {
        try await server.useCases.adminLog.entries(before: before, limit: limit)
    }
}
