import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI

/// `spotter admin user create`.
struct AdminUserCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an account, whatever the server's registration.",
        discussion: """
            The password is read from standard input, so that it doesn't stay in the shell's history. With --no-password \
            the owner sets it with a token of `spotter admin user reset-token`.

            EXAMPLES
              echo "$PASSWORD" | spotter admin user create --email nina@example.com \\
                --name "Nina Berg" --role trainer
              SPOTTER_ADMIN_TOKEN=… spotter admin user create --email kim@example.com \\
                --name "Kim Park" --role client \\
                --no-password --server https://chat.example.com
            """
    )

    @OptionGroup var target: AdminTarget
    @Option(help: "Email address, the name to log in with.") var email: String
    @Option(help: "Display name.") var name: String
    @Option(help: "trainer or client.") var role: Role
    @Option(help: "IANA time zone, such as Europe/Stockholm.") var timezone: String?
    @Flag(help: "Nobody can log in until a password is set.") var noPassword = false
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            let request = CreateUserRequest(
                email: email,
                displayName: name,
                role: role,
                timezone: timezone,
                password: noPassword ? nil : readPassword()
            )
            let user = try await target.withAccounts { try await $0.create(request) }
            if json { return try outputJSON(user) }
            for line in AdminUserTable(users: [user]).lines { output(line) }
        } catch {
            throw fail(error)
        }
    }
}
