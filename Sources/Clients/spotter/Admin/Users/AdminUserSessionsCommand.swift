import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI

/// `spotter admin user sessions`.
struct AdminUserSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Somebody's log-ins on all devices; end one or all of them.",
        discussion: """
            EXAMPLES
              spotter admin user sessions sara@example.com --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin user sessions sara@example.com \\
                --end-all --server https://chat.example.com
            """
    )

    @OptionGroup var options: AdminAccountOptions
    @Option(help: ArgumentHelp("End this session; its sockets close.", valueName: "id")) var end: String?
    @Flag(help: "End all sessions; their sockets close.") var endAll = false

    func validate() throws {
        guard end == nil || !endAll else { throw ValidationError("Give --end or --end-all, not both.") }
        guard end == nil || end.flatMap({ SessionID($0) }) != nil else {
            throw ValidationError("--end takes the id of a session.")
        }
    }

    func run() async throws {
        do {
            let (account, session, ends) = (options.account, end.flatMap { SessionID($0) }, end != nil || endAll)
            let sessions = try await options.target.withAccounts { accounts in
                if ends { try await accounts.endSessions(of: account, only: session) }
                return try await accounts.sessions(of: account)
            }
            if options.json { return try outputJSON(sessions) }
            var table = TextTable("ID", "CREATED", "LAST SEEN", "DEVICE")
            for session in sessions {
                table.add(
                    session.id.description,
                    "\(session.createdAt)",
                    "\(session.lastSeenAt)",
                    session.deviceName
                )
            }
            for line in table.lines { output(line) }
        } catch {
            throw fail(error)
        }
    }
}
