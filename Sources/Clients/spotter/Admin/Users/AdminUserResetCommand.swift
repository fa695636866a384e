import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI

/// `spotter admin user reset-token`.
struct AdminUserResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-token",
        abstract: "A one-time token by which somebody sets a new password.",
        discussion: """
            Good for an hour and for one use, with POST /v1/auth/reset {"resetToken","newPassword"}. All of the account's \
            sessions end then. A new token replaces the one before.

            EXAMPLES
              spotter admin user reset-token sara@example.com --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin user reset-token sara@example.com \\
                --server https://chat.example.com
            """
    )

    @Argument(help: "The account's email address or id.") var account: String
    @OptionGroup var target: AdminTarget
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            let account = account
            let reset = try await target.withAccounts { try await $0.issueReset(for: account) }
            if json { return try outputJSON(reset) }
            output(reset.resetToken.reveal())
            note("good until \(reset.expiresAt), for one use")
        } catch {
            throw fail(error)
        }
    }
}
