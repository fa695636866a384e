import Accounts
import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import Messaging
import SpotterServer

struct AdminUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Accounts: list, create, set a password or let its owner set one.",
        subcommands: [List.self, Create.self, Password.self, AdminResetCommand.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "All accounts.",
            discussion: "Example:\n  spotter admin user list --data ./spotter-data --json"
        )

        @OptionGroup var folder: AdminFolderOption

        func run() async throws {
            let users = try await folder.withServer { try await $0.messaging.accounts.all() }
            if folder.json { return try outputJSON(users) }
            for user in users {
                output("\(user.id)  \(user.role.rawValue)  \(user.email)  \(user.displayName)  \(user.timezone)")
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account.",
            discussion: """
                The password is read from standard input, so that it doesn't stay in the shell's history.

                Example:
                  echo "$PASSWORD" | spotter admin user create --email alex@example.com --name "Alex Rivera" --role trainer
                """
        )

        @OptionGroup var folder: AdminFolderOption
        @Option(help: "Email address, the name to log in with.") var email: String
        @Option(help: "Display name.") var name: String
        @Option(help: "trainer or client; never changes.") var role: String
        @Option(help: "IANA time zone, such as Europe/Stockholm.") var timezone: String?

        func run() async throws {
            guard let role = Role(rawValue: role) else { throw ValidationError("--role must be trainer or client") }
            let registration = Accounts.Registration(
                email: email,
                password: readPassword(),
                displayName: name,
                role: role,
                timezone: timezone
            )
            let user = try await folder.withServer { try await $0.messaging.accounts.create(registration) }
            if folder.json { return try outputJSON(user) }
            output("\(user.id)  \(user.role.rawValue)  \(user.email)  \(user.displayName)")
        }
    }

    struct Password: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set somebody's password; all of their sessions end.",
            discussion: "Example:\n  echo \"$PASSWORD\" | spotter admin user password --email alex@example.com"
        )

        @OptionGroup var folder: AdminFolderOption
        @Option(help: "The account's email address.") var email: String

        func run() async throws {
            let password = readPassword()
            let user = try await folder.withServer {
                try await $0.messaging.accounts.resetPassword(of: email, to: password)
            }
            if folder.json { return try outputJSON(user) }
            output("password of \(user.email) set; all sessions ended")
        }
    }
}

/// Reads one line of standard input.
private func readPassword() -> Secret {
    if isatty(0) == 1 { note("password:") }
    return Secret(readLine(strippingNewline: true) ?? "")
}
