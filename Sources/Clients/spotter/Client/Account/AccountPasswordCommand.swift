import ArgumentParser
import SpotterClient
import Terminal

struct AccountPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change your password. Your other devices are logged out, and your keys end.",
        discussion: """
            Asks for the current password and for the new one. With --password-stdin they are the first and the second \
            line of standard input.

            EXAMPLES
              spotter account password
              printf '%s\\n' "$OLD" "$NEW" | spotter account password --password-stdin
            """
    )

    @OptionGroup var options: ClientOptions
    @OptionGroup var passwords: PasswordInput

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let current = try passwords.password("Current password: ")
            try await client.api.changePassword(from: current, to: try passwords.newPassword())
            if options.json { return try ClientOutput.document(["changed": "password"]) }
            ClientOutput.lines(["The password is changed. All other log-ins have ended."])
        }
    }
}
