import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in to a server, or make an account there.",
        discussion: """
            Asks for what isn't given, first for the server. The tokens go to ~/.config/spotter/credentials.json (mode 0600), which the other \
            commands use.

            EXAMPLES
              spotter login --server https://chat.example.com --email alex@example.com
              spotter login --register --invite sp_i_… --name "Nina Berg" \\
                --email nina@example.com
              spotter login --register --invite sp_i_… --role trainer \\
                --name "Kim Park" --email kim@example.com
              pass show spotter | spotter login --email alex@example.com --password-stdin
              spotter login --profile sara --email sara@example.com
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: "Your e-mail address.")
    var email: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @Flag(help: "Make a new account.")
    var register = false

    @Option(help: "With --register: your name, as others see it.")
    var name: String?

    @Option(help: "With --register: trainer or client (default with --invite: client).")
    var role: String?

    @Option(help: ArgumentHelp("With --register: the code you were given.", valueName: "code"))
    var invite: String?

    @Option(help: ArgumentHelp("With --register: IANA name; by default this machine's.", valueName: "zone"))
    var timezone: String?

    func validate() throws {
        if let role, Role(rawValue: role) == nil { throw ValidationError("--role is trainer or client.") }
        if !register, name != nil || role != nil || timezone != nil || invite != nil {
            throw ValidationError("--name, --role, --timezone and --invite go with --register.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let store = try options.store()
            let old = try? store.load()
            let server = try chooseServer(old?.server ?? .standard)
            if !server.isSecure, !server.isLoopback {
                TTY.printToStandardError(
                    "note: \(server) isn't encrypted; others on the way can read the password and the messages"
                )
            }
            let session = MemorySession()
            let api = SpotterHTTP(server: server, session: session, trust: try options.trust())
            // Before anybody types a password for nothing, or for another server.
            try await api.requireSpotter()
            let grant = try await authenticate(api)
            let device = old?.deviceId ?? UUID().uuidString.lowercased()
            try store.save(Credentials(server: server, deviceId: device, grant: grant))
            if options.json {
                try ClientOutput.document(Report(server: server, user: grant.user))
            } else {
                ClientOutput.lines(
                    [
                        "Logged in at \(server) as \(TerminalText.line(grant.user.displayName)) (\(grant.user.role.rawValue))."
                    ]
                )
            }
        }
    }

    private func chooseServer(_ usual: ServerAddress) throws -> ServerAddress {
        if let chosen = try options.chosenServer() { return chosen }
        guard TTY.inputIsTerminal, !passwordStdin else { return usual }
        let text = TTY.ask("Server [\(usual)]: ")?.trimmed ?? ""
        guard !text.isEmpty else { return usual }
        guard let address = ServerAddress(text) else {
            throw ValidationError("'\(text)' isn't a server's address like https://chat.example.com.")
        }
        return address
    }

    private struct Report: Encodable {
        let server: ServerAddress
        let user: User
    }

    private func authenticate(_ api: SpotterHTTP) async throws -> AuthGrant {
        let email = try answer(email, "E-mail: ", option: "--email")
        guard register else {
            let password = try password("Password: ")
            return try await api.login(email: email, password: password, deviceName: ProcessInfo.processInfo.hostName)
        }
        let name = try answer(name, "Your name: ", option: "--name")
        let given = role ?? (invite == nil ? nil : Role.client.rawValue)
        guard let role = Role(rawValue: try answer(given, "trainer or client: ", option: "--role").lowercased()) else {
            throw ValidationError("--role is trainer or client.")
        }
        let password = try newPassword()
        return try await api.register(
            email: email,
            password: password,
            displayName: name,
            role: role,
            timezone: timezone ?? TimeZone.current.identifier,
            invite: invite.map { Secret($0) }
        )
    }

    /// Asks twice, because nobody sees what is typed.
    private func newPassword() throws -> Secret {
        let first = try password("New password: ")
        guard !passwordStdin else { return first }
        let second = try password("The same again: ")
        guard first.reveal() == second.reveal() else {
            throw SpotterError.invalid("the two passwords aren't the same, so no account was made. Try again")
        }
        return first
    }

    private func answer(_ given: String?, _ question: String, option: String) throws -> String {
        if let given { return given }
        guard TTY.inputIsTerminal, !passwordStdin else { throw ValidationError("\(option) is missing.") }
        guard let text = TTY.ask(question)?.trimmed, !text.isEmpty else {
            throw ValidationError("\(option) is missing.")
        }
        return text
    }

    private func password(_ question: String) throws -> Secret {
        if passwordStdin {
            guard let line = readLine(), !line.isEmpty else {
                throw ValidationError("there's no password on standard input.")
            }
            return Secret(line)
        }
        guard TTY.inputIsTerminal else {
            throw ValidationError("standard input isn't a terminal: give the password with --password-stdin.")
        }
        guard let line = TTY.ask(question, isSecret: true), !line.isEmpty else {
            throw ValidationError("no password was given.")
        }
        return Secret(line)
    }
}
