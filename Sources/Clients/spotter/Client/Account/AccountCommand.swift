import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Your own account: name, time zone, privacy, password, log-ins, notifications, its end.",
        discussion: """
            Reminders, free times and quiet hours go by the account's time zone, not by this machine's.

            EXAMPLES
              spotter account
              spotter account set --timezone Europe/Stockholm
              spotter account password
              spotter account sessions
              spotter account notifications --ntfy alex-k3v9
              spotter account export account.tar
            """,
        subcommands: [
            AccountShowCommand.self, AccountSetCommand.self, AccountPasswordCommand.self, AccountSessionsCommand.self,
            AccountNotificationsCommand.self, AccountExportCommand.self, AccountDeleteCommand.self,
        ],
        defaultSubcommand: AccountShowCommand.self
    )
}

struct AccountShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "What the server knows of you (default).",
        discussion: """
            EXAMPLES
              spotter account show
              spotter account show --json | jq -r .user.timezone
            """
    )

    @OptionGroup var options: ClientOptions

    func run() async throws {
        try await ClientOutput.reporting {
            try ClientOutput.profile(try await options.session().api.profile(), json: options.json)
        }
    }
}

extension ClientOutput {
    static func profile(_ profile: SpotterAPI.Profile, json: Bool) throws {
        if json { return try document(ProfileResponse(user: profile)) }
        let user = profile.user
        lines([
            "\(TerminalText.line(user.displayName)) <\(TerminalText.line(user.email))>, \(user.role.rawValue)",
            "time zone      \(TerminalText.line(user.timezone))",
            "locale         \(TerminalText.line(profile.writtenLocale))",
            "read receipts  \(profile.sharesReadReceipts ? "shared" : "not shared, and not seen of others")",
            "presence       \(profile.sharesPresence ? "shared" : "not shared, and not seen of others")",
        ])
    }
}
