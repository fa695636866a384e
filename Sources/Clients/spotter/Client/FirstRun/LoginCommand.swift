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
            Asks for what isn't given, first for the server; the link of an invitation says which one it is, and is \
            redeemed. A wrong password can be tried again. The tokens go to ~/.config/spotter/credentials.json (mode \
            0600), which the other commands use.

            EXAMPLES
              spotter login --server https://chat.example.com --email alex@example.com
              spotter login --register --invite sp_i_… --name "Nina Berg" \\
                --email nina@example.com
              spotter login --register --invite sp_i_… --role trainer \\
                --name "Kim Park" --email kim@example.com
              pass show spotter | spotter login --email alex@example.com --password-stdin
              spotter login --profile sara --email sara@example.com
              spotter login --demo
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: "Your e-mail address.")
    var email: String?

    @OptionGroup var passwords: PasswordInput

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

    @Flag(help: "Log in to a demo that runs, as its trainer; kept under the name demo.")
    var demo = false

    func validate() throws {
        if demo, register || email != nil || passwords.passwordStdin || options.profile != nil {
            throw ValidationError("--demo needs nothing but --server.")
        }
        if let role, Role(rawValue: role) == nil { throw ValidationError("--role is trainer or client.") }
        if !register, name != nil || role != nil || timezone != nil || invite != nil {
            throw ValidationError("--name, --role, --timezone and --invite go with --register.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            if demo { return try show(try await DemoSession.open(options)) }
            let store = try options.store()
            let old = try? store.load()
            if isBare, old == nil, TTY.inputIsTerminal {
                let client = try await FirstRun.session(options)
                // It has said so already.
                if options.json { try show(client) }
                return
            }
            let server = try chooseServer(old?.server ?? .standard)
            Self.warnUnlessSecure(server)
            let known = old?.server == server ? old?.caCertificate : nil
            let api = SpotterHTTP(server: server, session: MemorySession(), trust: try options.trust(remembered: known))
            // Before anybody types a password for nothing, or for another server.
            try await api.requireSpotter()
            let grant = try await authenticate(api)
            let device = old?.deviceId ?? UUID().uuidString.lowercased()
            let authority = options.certificates ?? known
            try store.save(
                Credentials(server: server, deviceId: device, grant: grant, caCertificate: authority)
            )
            let client = try options.session()
            await client.rememberNames()
            try show(client)
        }
    }

    private func show(_ client: LoggedInClient) throws {
        let (server, me) = (client.api.server, client.me)
        if options.json { return try ClientOutput.document(Report(server: server, user: me)) }
        ClientOutput.lines(["Logged in at \(server) as \(TerminalText.line(me.displayName)) (\(me.role.rawValue))."])
    }

    /// Nothing was said, so everything is asked for.
    private var isBare: Bool { email == nil && !register && !passwords.passwordStdin }

    static func warnUnlessSecure(_ server: ServerAddress) {
        guard !server.isSecure, !server.isLoopback else { return }
        TTY.printToStandardError(
            "note: \(server) isn't encrypted; others on the way can read the password and the messages"
        )
    }

    private func chooseServer(_ usual: ServerAddress) throws -> ServerAddress {
        if let chosen = try options.chosenServer() { return chosen }
        guard TTY.inputIsTerminal, !passwords.passwordStdin else { return usual }
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
            let canBeAsked = TTY.inputIsTerminal && !passwords.passwordStdin
            while true {
                do {
                    let password = try passwords.password("Password: ")
                    let device = ProcessInfo.processInfo.hostName
                    return try await api.login(email: email, password: password, deviceName: device)
                } catch let error as ClientError where canBeAsked && error.code == .invalidCredentials {
                    TTY.printToStandardError("\(TerminalText.line("\(error)")) Try again, or leave with Ctrl-C.")
                }
            }
        }
        let name = try answer(name, "Your name: ", option: "--name")
        let given = role ?? ((invite ?? options.invitation?.code.reveal()) == nil ? nil : Role.client.rawValue)
        guard let role = Role(rawValue: try answer(given, "trainer or client: ", option: "--role").lowercased()) else {
            throw ValidationError("--role is trainer or client.")
        }
        let password = try passwords.newPassword()
        return try await api.register(
            email: email,
            password: password,
            displayName: name,
            role: role,
            timezone: timezone ?? TimeZone.current.identifier,
            invite: invite.map { InvitationLink($0)?.code ?? Secret($0) } ?? options.invitation?.code
        )
    }

    private func answer(_ given: String?, _ question: String, option: String) throws -> String {
        if let given { return given }
        guard TTY.inputIsTerminal, !passwords.passwordStdin else { throw ValidationError("\(option) is missing.") }
        guard let text = TTY.ask(question)?.trimmed, !text.isEmpty else {
            throw ValidationError("\(option) is missing.")
        }
        return text
    }
}
