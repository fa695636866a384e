import ArgumentParser
import Domain
import SpotterClient
import Terminal

struct AccountExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Take all data of your account along, as a tar archive of JSON documents and files.",
        discussion: """
            Asks for the password once more. Nothing that exists is replaced.

            EXAMPLES
              spotter account export account.tar
              pass show spotter | spotter account export account.tar --password-stdin
            """
    )

    @OptionGroup var options: ClientOptions
    @OptionGroup var passwords: PasswordInput
    @Argument(help: "A folder, or the new file's path.") var path = "."

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let password = try passwords.password("Password: ")
            let saved = try await FileSaver(client.api).save(accountTo: path, password: password)
            if options.json { return try ClientOutput.document(["saved": saved]) }
            ClientOutput.lines(["✓ \(TerminalText.line(saved))"])
        }
    }
}
