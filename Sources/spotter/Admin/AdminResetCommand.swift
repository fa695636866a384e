import Accounts
import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import Messaging
import SpotterAPI
import SpotterServer

/// `spotter admin user reset-token`.
struct AdminResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-token",
        abstract: "A one-time token by which somebody sets a new password.",
        discussion: """
            Good for an hour and for one use, with POST /v1/auth/reset {"resetToken","newPassword"}. All of the account's \
            sessions end then. A new token replaces the one before.

            Without --server it's made in the data folder of a stopped server. A running one makes it with --server and \
            an admin token (spotter admin token).

            EXAMPLES
              spotter admin user reset-token sara@example.com --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin user reset-token sara@example.com --server https://chat.example.com
            """
    )

    @Argument(help: "The account's email address or id.") var account: String
    @OptionGroup var target: AdminTargetOptions
    @Flag(help: "One JSON document.") var json = false

    private struct Reset: Codable {
        let resetToken: Secret
        let expiresAt: Timestamp
    }

    func run() async throws {
        do {
            let reset = try await issue()
            if json { return try outputJSON(reset) }
            output(reset.resetToken.reveal())
            note("good until \(reset.expiresAt), for one use")
        } catch {
            throw fail(error)
        }
    }

    private func issue() async throws -> Reset {
        if let server = target.server {
            let path = "/v1/admin/users/\(PercentEncoding.encode(account))/reset"
            let answer = try await AdminServer(server, option: target.adminToken).post(path)
            return try JSONDecoder().decode(Reset.self, from: answer)
        }
        let made = try await SpotterServer.withFolder(target.folder) {
            try await $0.messaging.accounts.issueReset(for: account)
        }
        return Reset(resetToken: made.resetToken, expiresAt: made.expiresAt)
    }
}
