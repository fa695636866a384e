import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI

struct AdminUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Accounts: list, create, disable, rename, delete, sessions, passwords.",
        discussion: "An account is named by its email address or id.",
        subcommands: [
            AdminUserListCommand.self, AdminUserCreateCommand.self, AdminUserDisableCommand.self,
            AdminUserEnableCommand.self, AdminUserRenameCommand.self, AdminUserRoleCommand.self,
            AdminUserSessionsCommand.self, AdminUserPasswordCommand.self, AdminUserResetCommand.self,
            AdminUserDeleteCommand.self,
        ]
    )
}

/// What the commands about one account have in common.
struct AdminAccountOptions: ParsableArguments {
    @Argument(help: "The account's email address or id.") var account: String
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    /// Changes the account and prints it.
    func change(_ request: ChangeUserRequest) async throws {
        do {
            let account = account
            try print(try await target.withAccounts { try await $0.change(request, of: account) })
        } catch {
            throw fail(error)
        }
    }

    func print(_ user: AdminUser) throws {
        if json { return try outputJSON(user) }
        for line in AdminUserTable(users: [user]).lines { output(line) }
    }
}

/// Accounts in aligned columns.
struct AdminUserTable {
    let lines: [String]

    init(users: [AdminUser]) {
        var table = TextTable("ID", "ROLE", "STATE", "CREATED", "ACTIVE", "SESSIONS", "MEDIA", "EMAIL", "NAME")
        for user in users {
            table.add(
                user.id.description,
                user.role.rawValue,
                user.state.rawValue,
                Self.day(user.createdAt),
                user.lastActiveAt.map(Self.day) ?? "never",
                "\(user.sessions)",
                Self.size(user.usage.mediaBytes),
                user.email,
                user.displayName
            )
        }
        lines = table.lines
    }

    private static func day(_ instant: Timestamp) -> String { String("\(instant)".prefix(10)) }

    private static func size(_ bytes: Int64) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) KB" : "\(bytes >> 20) MB"
    }
}

/// Reads a password as one line of standard input, so that it doesn't stay in the shell's history.
func readPassword() -> Secret {
    if isatty(0) == 1 { note("password:") }
    return Secret(readLine(strippingNewline: true) ?? "")
}
