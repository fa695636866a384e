import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterAPI

/// `spotter admin user delete`.
struct AdminUserDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with all of its data, for good.",
        discussion: """
            Its messages are deleted for everybody; memberships, relations, calendar, files and conversations go with it. \
            `spotter export` before keeps a copy.

            EXAMPLES
              spotter admin user delete sara@example.com --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin user delete sara@example.com --yes \\
                --server https://chat.example.com
            """
    )

    @OptionGroup var options: AdminAccountOptions
    @Flag(help: "Don't ask.") var yes = false

    func run() async throws {
        do {
            let (account, yes) = (options.account, yes)
            let user = try await options.target.withAccounts { accounts in
                let user = try await accounts.user(account)
                if !yes { try confirm(user) }
                try await accounts.delete(user.id.description)
                return user
            }
            if options.json { return try outputJSON(["deleted": user.id]) }
            output("deleted \(user.email) (\(user.id))")
        } catch {
            throw fail(error)
        }
    }

    private func confirm(_ user: AdminUser) throws {
        guard isatty(0) == 1 else {
            throw ValidationError("Nobody can be asked here; --yes deletes \(user.email) without a question.")
        }
        note("This deletes \(user.displayName) <\(user.email)> and \(user.usage.messages) messages for good.")
        note("Type the address to go on:")
        guard readLine()?.trimmed.lowercased() == user.email else {
            throw SpotterError(.conflict, "nothing was deleted")
        }
    }
}
