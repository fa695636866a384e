import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct RemindersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminders",
        abstract: "What you wanted to be reminded of: list it, finish it, put it off.",
        discussion: """
            N is the number in the list. Times are those of your account's time zone. `spotter remind` sets one.

            EXAMPLES
              spotter reminders
              spotter reminders --done 1
              spotter reminders --snooze 1 --until "tomorrow at 9"
              spotter reminders --snooze 1 --minutes 30
              spotter reminders --json | jq -r '.reminders[].text'
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("It's done; a recurring one ends.", valueName: "n"))
    var done: String?

    @Option(help: ArgumentHelp("Put it off, with --until or --minutes.", valueName: "n"))
    var snooze: String?

    @Option(help: ArgumentHelp("Until then, such as \"tomorrow at 9\" or an RFC 3339 time.", valueName: "time"))
    var until: String?

    @Option(help: "For so many minutes from now.")
    var minutes: Int?

    func validate() throws {
        if done != nil, snooze != nil { throw ValidationError("Give one of --done and --snooze.") }
        guard snooze != nil else {
            if until != nil || minutes != nil { throw ValidationError("--until and --minutes go with --snooze.") }
            return
        }
        guard (until == nil) != (minutes == nil) else {
            throw ValidationError("Say for how long: --until \"tomorrow at 9\" or --minutes 30.")
        }
        if let minutes, !(1...525_600 ~= minutes) { throw ValidationError("--minutes is 1 to 525600.") }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let time = try await client.localTime()
            let now = CommandClock.now()
            let reminders = try await client.api.reminders()
            if let done {
                let completed = try await client.api.complete(reminder: try Self.find(done, in: reminders))
                return try show(completed, "Done: \(TerminalText.line(completed.text))")
            }
            if let snooze {
                let id = try Self.find(snooze, in: reminders)
                let request =
                    try until.map { SnoozeRequest(until: try ReminderTime($0, now: now, time).dueAt) }
                    ?? SnoozeRequest(minutes: minutes ?? 0)
                let snoozed = try await client.api.snooze(reminder: id, request)
                let due = time.moment(snoozed.dueAt, now: now)
                return try show(snoozed, "\(TerminalText.line(snoozed.text)): again \(due)")
            }
            if options.json { return try ClientOutput.document(RemindersResponse(reminders: reminders)) }
            ClientOutput.lines(ReminderFormatter.lines(reminders, now: now, time: time, style: ClientOutput.style))
        }
    }

    private struct NoSuchReminder: Error, CustomStringConvertible { let description: String }

    private func show(_ reminder: Reminder, _ line: String) throws {
        if options.json { return try ClientOutput.document(ReminderResponse(reminder: reminder)) }
        ClientOutput.lines([line])
    }

    /// By number in the list, or by id.
    private static func find(_ text: String, in reminders: [Reminder]) throws -> ReminderID {
        if let id = ReminderID(text), reminders.contains(where: { $0.id == id }) { return id }
        let open = ReminderFormatter.open(reminders)
        guard let number = Int(text), open.indices.contains(number - 1) else {
            throw NoSuchReminder(
                description: "There's no reminder \(TerminalText.line(text)); `spotter reminders` lists them."
            )
        }
        return open[number - 1].id
    }
}
