import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct LoginsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logins",
        abstract: "Your log-ins on this machine: several people or servers, each under a name.",
        discussion: """
            `spotter login --profile NAME` keeps a log-in under a name, with its own tokens and its own local copy. \
            Commands take --profile NAME, else the variable SPOTTER_PROFILE, else the default, which --default chooses: * \
            marks it. The log-in without a name is written as -.

            EXAMPLES
              spotter logins
              spotter logins --default sara
              spotter logins --default -
              SPOTTER_PROFILE=sara spotter chats
            """,
        aliases: ["profiles"]
    )

    @Flag(help: "Print JSON instead of text for people.")
    var json = false

    @Option(
        help: ArgumentHelp("Use this one when nothing else is said; - is the one without a name.", valueName: "name"),
        completion: .profiles
    )
    var `default`: String?

    private struct Login: Encodable {
        @Nullable var profile: String?
        let isDefault: Bool
        @Nullable var email: String?
        @Nullable var displayName: String?
        @Nullable var role: Role?
        @Nullable var server: ServerAddress?
    }
    private struct Document: Encodable { let logins: [Login] }

    func run() async throws {
        try await ClientOutput.reporting {
            if let name = self.default { try choose(name) }
            let usual = try CredentialStore.defaultProfile()
            let logins = try CredentialStore.profiles().map { profile in
                let user = profile.credentials?.grant.user
                return Login(
                    profile: profile.name,
                    isDefault: profile.name == usual,
                    email: user?.email,
                    displayName: user?.displayName,
                    role: user?.role,
                    server: profile.credentials?.server
                )
            }
            if json { return try ClientOutput.document(Document(logins: logins)) }
            guard !logins.isEmpty else { throw ClientError.loggedOut("You aren't logged in. Run `spotter login`.") }
            ClientOutput.lines(Self.lines(logins))
        }
    }

    private func choose(_ name: String) throws {
        let wanted = name == CredentialStore.unnamed ? nil : name
        guard try CredentialStore.profiles().contains(where: { $0.name == wanted }) else {
            throw SpotterError(
                .notFound,
                wanted.map { "There's no log-in '\($0)' here; `spotter login --profile \($0)` makes one." }
                    ?? "There's no log-in without a name here; `spotter login` makes one."
            )
        }
        try CredentialStore.setDefaultProfile(wanted)
    }

    private static func lines(_ logins: [Login]) -> [String] {
        var table = TextTable("  PROFILE", "WHO", "SERVER")
        for login in logins {
            let who = login.displayName.flatMap { name in login.email.map { "\(name) <\($0)>" } } ?? "not readable"
            table.add(
                "\(login.isDefault ? "*" : " ") \(login.profile ?? CredentialStore.unnamed)",
                TerminalText.line(who),
                login.server?.description ?? ""
            )
        }
        return table.lines
    }
}
