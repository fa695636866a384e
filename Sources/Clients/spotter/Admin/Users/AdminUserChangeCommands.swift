import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI

/// `spotter admin user disable`.
struct AdminUserDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "End all of somebody's sessions and refuse their log-ins, until enabled.",
        discussion: """
            Their sockets close, their tokens are void and nothing is sent to their devices any more. Their messages \
            stay, and nobody opens a new chat with them.

            EXAMPLES
              spotter admin user disable sara@example.com --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin user disable sara@example.com \\
                --server https://chat.example.com
            """
    )

    @OptionGroup var options: AdminAccountOptions

    func run() async throws { try await options.change(ChangeUserRequest(disabled: true)) }
}

/// `spotter admin user enable`.
struct AdminUserEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Let somebody log in again.",
        discussion: "EXAMPLE\n  spotter admin user enable sara@example.com --data ./spotter-data"
    )

    @OptionGroup var options: AdminAccountOptions

    func run() async throws { try await options.change(ChangeUserRequest(disabled: false)) }
}

/// `spotter admin user rename`.
struct AdminUserRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Change somebody's display name or address.",
        discussion: """
            EXAMPLES
              spotter admin user rename sara@example.com --name "Sara Lind" \\
                --data ./spotter-data
              spotter admin user rename sara@example.com --email sara@example.org
            """
    )

    @OptionGroup var options: AdminAccountOptions
    @Option(help: "The new display name.") var name: String?
    @Option(help: "The new email address, with which they log in.") var email: String?

    func validate() throws {
        guard name != nil || email != nil else { throw ValidationError("Give --name, --email or both.") }
    }

    func run() async throws { try await options.change(ChangeUserRequest(displayName: name, email: email)) }
}

/// `spotter admin user role`.
struct AdminUserRoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Make a trainer a client, or a client a trainer.",
        discussion: """
            Refused while clients, trainers, prospects, groups or appointments depend on the present role; the message \
            lists them. All sessions end.

            EXAMPLE
              spotter admin user role nina@example.com trainer --data ./spotter-data
            """
    )

    @OptionGroup var options: AdminAccountOptions
    @Argument(help: "trainer or client.") var role: Role

    func run() async throws { try await options.change(ChangeUserRequest(role: role)) }
}
