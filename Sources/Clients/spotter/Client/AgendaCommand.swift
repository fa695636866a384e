public import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
public import Terminal

struct AgendaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        abstract: "Your appointments, by day.",
        discussion: """
            For a trainer the calendar, for a client the sessions with their trainers. Times are those of your account's \
            time zone. A week is today and the six days after it.

            --ics saves the calendar for other programs, recurring sessions with their exceptions. --feed prints an address \
            to which a calendar can subscribe: whoever has it reads yours, so keep it to yourself; --revoke-feed ends it.

            EXAMPLES
              spotter agenda
              spotter agenda today
              spotter agenda week --json | jq -r '.events[].title'
              spotter agenda --ics sessions.ics
              spotter agenda --feed
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "today or week.")
    var span: AgendaRange.Span = .week

    @Option(help: ArgumentHelp("Save the calendar as an iCalendar file; - for standard output.", valueName: "file"))
    var ics: String?

    @Flag(help: "Print the address of a feed of your calendar.")
    var feed = false

    @Flag(help: "End the feed: its address becomes invalid.")
    var revokeFeed = false

    func validate() throws {
        guard [ics != nil, feed, revokeFeed].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of --ics, --feed and --revoke-feed.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            if let ics { return try await save(client.api.calendarDocument(), to: ics) }
            if feed {
                let response = try await client.api.calendarFeed()
                if options.json { return try ClientOutput.document(response) }
                return ClientOutput.lines([response.url.reveal()])
            }
            if revokeFeed {
                try await client.api.revokeCalendarFeed()
                return ClientOutput.lines(["Nothing can be read at the old address any more."])
            }
            let time = try await client.localTime()
            let range = AgendaRange(span, now: CommandClock.now(), time: time)
            let events = try await client.api.events(from: range.start, to: range.end)
            if options.json { return try ClientOutput.document(EventsResponse(events: events)) }
            ClientOutput.lines(AgendaFormatter.lines(events, range, time: time, style: ClientOutput.style))
        }
    }

    private func save(_ document: Data, to path: String) throws {
        guard path != "-" else { return FileHandle.standardOutput.write(document) }
        do {
            try document.write(to: URL(filePath: path), options: .withoutOverwriting)
        } catch CocoaError.fileWriteFileExists {
            throw ValidationError("\(path) exists already; choose another name.")
        } catch {
            throw ClientError.unexpectedAnswer("can't write \(path): \(ErrorText.of(error))")
        }
        ClientOutput.lines(["Saved \(path)."])
    }
}

extension AgendaRange.Span: ExpressibleByArgument {}

extension LoggedInClient {
    /// The zone of the account, which the server uses for reminders and plans too.
    func localTime() async throws -> LocalTime {
        TimeZone(identifier: try await api.me().timezone).map { LocalTime($0) } ?? LocalTime()
    }
}
