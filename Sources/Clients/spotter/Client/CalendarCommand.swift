import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct CalendarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Your calendar in other programs.",
        discussion: """
            A file or a feed: `spotter agenda --ics`, `spotter agenda --feed`. Phones read and write it by CalDAV, with \
            a key as the password: `spotter key new`.

            EXAMPLES
              spotter calendar push
              spotter calendar google
              spotter calendar push --stop
            """,
        subcommands: [CalendarPushCommand.self, GoogleCalendarCommand.self]
    )
}

struct CalendarPushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Copies your calendar into a calendar of another CalDAV server, as it changes.",
        discussion: """
            What is here goes there within some seconds, and nothing comes back: what is changed there is written over \
            when it changes here. Give it a calendar of its own, and a password that is for this alone. The server keeps \
            that encrypted and never shows it. Without an address the command says how it goes.

            EXAMPLES
              spotter calendar push
              spotter calendar push --user alex \\
                https://dav.example.com/alex/sessions/
              spotter calendar push --stop
            """
    )

    @OptionGroup var options: ClientOptions
    @OptionGroup var input: PasswordInput

    @Argument(help: ArgumentHelp("The other calendar's address.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("Your user name there.", valueName: "name"))
    var user: String?

    @Flag(help: "End it; what was copied stays there.")
    var stop = false

    func validate() throws {
        guard (url == nil) == (user == nil) else { throw ValidationError("An address and --user go together.") }
        guard url == nil || !stop else { throw ValidationError("Give an address or --stop.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let api = try options.session().api
            if stop {
                try await api.endCalendarPush()
                return ClientOutput.lines(["Your calendar is copied nowhere any more, and the password is forgotten."])
            }
            guard let url, let user else { return try Self.show(try await api.calendarPush(), options) }
            let password = try input.password("Password of \(TerminalText.line(user)) there: ")
            let request = SetCalendarPushRequest(url: url, username: user, password: password)
            try Self.show(try await api.set(calendarPush: request), options)
        }
    }

    static func show(_ response: CalendarPushResponse, _ options: ClientOptions) throws {
        if options.json { return try ClientOutput.document(response) }
        ClientOutput.lines(lines(response))
    }

    private static func lines(_ response: CalendarPushResponse) -> [String] {
        guard let push = response.push else {
            let servers =
                (response.servers.map(TerminalText.line)
                + (response.google ? ["Google (spotter calendar google)"] : []))
                .joined(separator: ", ")
            return [
                "Your calendar is copied nowhere.",
                servers.isEmpty
                    ? "This server's operator allows no servers for that." : "It may be copied to \(servers).",
            ]
        }
        let state =
            switch push.state {
            case .active: "works"
            case .failing: "fails, and is tried again"
            case .stopped where push.kind == .google: "has stopped; connect it again by spotter calendar google"
            case .stopped: "has stopped; give the address again, with the right password"
            }
        let refused = push.refused == 0 ? "" : ", \(push.refused) not taken there"
        return [
            push.kind == .google
                ? "Google's calendar \(TerminalText.line(push.username))"
                : "\(TerminalText.line(push.url)) as \(TerminalText.line(push.username))",
            "\(state): \(push.copied) copied\(refused)",
        ] + (push.error.map { [TerminalText.line($0)] } ?? [])
    }
}
