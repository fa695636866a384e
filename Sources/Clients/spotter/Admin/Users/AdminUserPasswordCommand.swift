import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI

/// `spotter admin user password`.
struct AdminUserPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Set somebody's password; all of their sessions end.",
        discussion: """
            The password is read from standard input. Better let the owner set it: spotter admin user reset-token.

            EXAMPLES
              echo "$PASSWORD" | spotter admin user password alex@example.com \\
                --data ./spotter-data
              echo "$PASSWORD" | SPOTTER_ADMIN_TOKEN=… spotter admin user password \\
                alex@example.com --server https://chat.example.com
            """
    )

    @Argument(help: "The account's email address or id.") var account: String?
    @Option(help: "The account's email address, instead of the argument.") var email: String?
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    func validate() throws {
        guard (account == nil) != (email == nil) else { throw ValidationError("Name one account.") }
    }

    func run() async throws {
        do {
            let (account, password) = (account ?? email ?? "", readPassword())
            let user = try await target.withAccounts { accounts in
                try await accounts.setPassword(of: account, to: password)
                return try await accounts.user(account)
            }
            if json { return try outputJSON(user) }
            output("password of \(user.email) set; all sessions ended")
        } catch {
            throw fail(error)
        }
    }
}
