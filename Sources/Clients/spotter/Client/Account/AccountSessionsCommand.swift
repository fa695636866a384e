import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct AccountSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Where you are logged in; log devices out.",
        discussion: """
            The numbers are those of the list. `spotter logout` ends the log-in of this machine, and `spotter key` has \
            the keys of programs.

            EXAMPLES
              spotter account sessions
              spotter account sessions --end 2
              spotter account sessions --end-others
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("Log a device out: its number in the list, its name or its id.", valueName: "device"))
    var end: String?

    @Flag(help: "Log all devices out but this one.")
    var endOthers = false

    func validate() throws {
        guard end == nil || !endOthers else { throw ValidationError("Give --end or --end-others.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            if endOthers { try await api.endOtherSessions() }
            if let end {
                let session = try Self.found(end, in: try await api.sessions())
                guard !session.current else {
                    throw ClientError.unexpectedAnswer("that is this machine's log-in, which `spotter logout` ends")
                }
                try await api.endSession(session.id)
            }
            let sessions = try await api.sessions()
            if options.json { return try ClientOutput.document(SessionsResponse(sessions: sessions)) }
            let time = LocalTime()
            var table = TextTable("#", "DEVICE", "LOGGED IN", "LAST SEEN")
            for (number, session) in zip(1..., sessions) {
                table.add(
                    "\(number)",
                    TerminalText.line(session.deviceName) + (session.current ? " (this one)" : ""),
                    time.dateTime(session.createdAt),
                    time.dateTime(session.lastSeenAt)
                )
            }
            ClientOutput.lines(table.lines)
        }
    }

    private static func found(_ text: String, in sessions: [AccountSession]) throws -> AccountSession {
        if let number = Int(text), sessions.indices.contains(number - 1) { return sessions[number - 1] }
        return try finding("session", listedBy: "spotter account sessions") {
            try NameMatch.first(text, in: sessions, named: { [$0.deviceName, $0.id.description] })
        }
    }
}
