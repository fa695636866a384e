import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct AccountDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete your account for good: your messages for all, relations, calendar, conversations.",
        discussion: """
            Nobody can bring it back, the server's operator neither but from a backup. `spotter account export` takes \
            your data along before. Asks for your address and your password; with --password-stdin only the address \
            has to be given, by --email.

            EXAMPLES
              spotter account delete
              pass show spotter | spotter account delete --password-stdin \\
                --email nina@example.com
            """
    )

    @OptionGroup var options: ClientOptions
    @OptionGroup var passwords: PasswordInput
    @Option(help: "Your e-mail address, to show that this account is meant.") var email: String?

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let typed = try email ?? asked("This deletes \(TerminalText.line(client.me.email)) for good. Its address: ")
            guard typed.lowercased() == client.me.email.lowercased() else {
                throw SpotterError.invalid("That isn't the address of this account, so nothing was deleted.")
            }
            let cache = try client.cachePath()
            try await client.api.deleteAccount(password: try passwords.password("Password: "))
            try client.forget(cache, profile: options.profile)
            if options.json { return try ClientOutput.document(["deleted": client.me.email]) }
            ClientOutput.lines(["\(TerminalText.line(client.me.email)) is deleted."])
        }
    }

    private func asked(_ question: String) throws -> String {
        guard TTY.inputIsTerminal, !passwords.passwordStdin else { throw ValidationError("--email is missing.") }
        guard let text = TTY.ask(question)?.trimmed, !text.isEmpty else { throw Questions.Ended() }
        return text
    }
}
