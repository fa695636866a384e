import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal
import TimeExpressions

struct BookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "book",
        abstract: "Put a session with a client into your calendar, once or every week.",
        discussion: """
            WHEN takes words, on the clock of your profile. What recurs keeps its time through changes of that clock, and \
            the client is told once. If one of the times is taken, nothing is booked; --skip-taken leaves those out.

            EXAMPLES
              spotter book sara "friday at 5pm"
              spotter book sara "friday at 7am" --call --minutes 20
              spotter book sara "every Tuesday at 6pm for 8 weeks" --place "Studio 2"
              spotter book tom "every weekday at 6am until june" --skip-taken
            """
    )

    @OptionGroup var options: ClientOptions
    @Flag(help: "A call instead of a training.") var call = false
    @Option(help: "How long (default: your usual length, from `spotter hours`).") var minutes: Int?
    @Option(help: "What it's called (default: the kind and the client's name).") var title: String?
    @Option(help: "Where it is.") var place: String?
    @Flag(help: "Leave out times of a recurring session that are taken.") var skipTaken = false
    @Argument(help: "Which client.", completion: .people) var who: String
    @Argument(help: "When, such as \"every Tuesday at 6pm for 8 weeks\".") var when: [String]

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let person = try await client.contact(who)
            let time = try await client.localTime()
            let (start, rule, named) = try Self.read(when.joined(separator: " "), time.zone)
            let usual = try await client.api.scheduling()
            let length = minutes ?? named ?? (call ? usual.callMinutes : usual.trainingMinutes)
            guard (1...1440).contains(length) else { throw ValidationError("--minutes takes 1 to 1440.") }
            let made = try await client.api.create(
                event: NewEventRequest(
                    eventType: call ? .call : .training,
                    title: title,
                    clientId: person.userId,
                    startsAt: start,
                    endsAt: start.adding(minutes: Int64(length)),
                    location: place,
                    rrule: rule,
                    zone: rule == nil ? nil : time.zone.identifier,
                    skipTaken: skipTaken ? true : nil
                )
            )
            if options.json { return try ClientOutput.document(made) }
            ClientOutput.lines(
                BookingFormatter.lines(made, rule: rule.flatMap(RecurrenceWords.of), time: time)
            )
        }
    }

    /// What the words say: the first start, the rule of what recurs, and a length if they name one.
    private static func read(_ words: String, _ zone: TimeZone) throws -> (Timestamp, rule: String?, minutes: Int?) {
        let reading = TimeExpressionParser(now: CommandClock.now(), timeZone: zone).parse(words)
        let shown = TerminalText.line(words)
        guard let start = reading.startsAt, reading.kind != .recurrence || reading.rrule != nil else {
            throw ValidationError("'\(shown)' isn't a time; try \"friday at 5pm\" or \"every Tuesday at 6pm\".")
        }
        guard reading.statesClockTime, !reading.isWindow else {
            throw ValidationError("'\(shown)' leaves the time of day open; say it, as in \"friday at 5pm\".")
        }
        return (start, reading.rrule, reading.kind == .recurrence ? nil : reading.durationMinutes)
    }
}
