import Accounts
import ArgumentParser
import CommandLineSupport
import Domain
import Messaging
import SpotterServer

struct AdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "What only the operator of a server may do.",
        discussion: """
            Each command works on the data folder of a stopped server (--data), or on a running server (--server) with the \
            token of `spotter admin token`. None of them creates a folder.
            """,
        subcommands: [
            AdminUserCommand.self, AdminInviteCommand.self, AdminRegistrationCommand.self, AdminBudgetCommand.self,
            AdminAutomaticCommand.self, AdminUsageCommand.self,
            AdminTokenCommand.self,
            AdminLogCommand.self, AdminIndexCommand.self, AdminCheckCommand.self,
            AdminAuditCommand.self, AdminAdviceCommand.self, AdminClusterCommand.self,
        ]
    )
}

struct AdminTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make a new admin token for the running server; the one before stops working.",
        discussion: """
            Works on a stopped server's folder. The token is printed once and stored only as a hash.

            EXAMPLE
              spotter admin token --data ./spotter-data > admin.token
            """
    )

    @OptionGroup var stored: DataOptions
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            let token = try await SpotterServer.withFolder(stored.location) {
                try await $0.messaging.adminTokens.replace()
            }
            if json { try outputJSON(["token": token.reveal()]) } else { output(token.reveal()) }
        } catch {
            throw fail(error)
        }
    }
}
