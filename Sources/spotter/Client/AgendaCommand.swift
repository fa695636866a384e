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

            EXAMPLES
              spotter agenda
              spotter agenda today
              spotter agenda week --json | jq -r '.events[].title'
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "today or week.")
    var span: AgendaRange.Span = .week

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let time = try await client.localTime()
            let range = AgendaRange(span, now: SystemClock().now(), time: time)
            let events = try await client.api.events(from: range.start, to: range.end)
            if options.json { return try ClientOutput.document(EventsResponse(events: events)) }
            ClientOutput.lines(AgendaFormatter.lines(events, range, time: time, style: ClientOutput.style))
        }
    }
}

extension AgendaRange.Span: ExpressibleByArgument {}

extension LoggedInClient {
    /// The zone of the account, which the server uses for reminders and plans too.
    func localTime() async throws -> LocalTime {
        TimeZone(identifier: try await api.me().timezone).map { LocalTime($0) } ?? LocalTime()
    }
}
