import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct RemindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Be reminded of something, once or again and again.",
        discussion: """
            WHEN takes words, on the clock of your profile, or an RFC 3339 time; a day without a time means nine in the \
            morning. It comes in `spotter chat`, in `spotter tail`, and wherever you get notifications. `spotter reminders` \
            lists, finishes and puts off.

            EXAMPLES
              spotter remind "tomorrow at 9" "Write Sara's plan"
              spotter remind "in 20 minutes" Take the bread out
              spotter remind "every Monday at 8am" "Who missed a session?"
              spotter remind friday --about sara "Ask about the knee"
              echo "Order chalk" | spotter remind "2026-12-01T09:00:00Z" -
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: ArgumentHelp("The client whom it is about.", valueName: "who"), completion: .people)
    var about: String?

    @Argument(help: "When, such as \"tomorrow at 9\".")
    var when: String

    @Argument(help: "Of what; - reads it from standard input.")
    var text: [String] = []

    func run() async throws {
        try await ClientOutput.reporting {
            let words = try StandardInput.text(
                text,
                missing: "Say of what, such as: spotter remind friday \"Call Sara\"."
            )
            let client = try options.session()
            let time = try await client.localTime()
            let now = CommandClock.now()
            let due = try ReminderTime(when, now: now, time)
            var subject: Contact?
            if let about { subject = try await client.contact(about) }
            let request = NewReminderRequest(
                text: words,
                dueAt: due.dueAt,
                clientId: subject?.userId,
                recurrence: due.recurrence
            )
            let reminder = try await client.api.create(reminder: request)
            if options.json { return try ClientOutput.document(ReminderResponse(reminder: reminder)) }
            let rest = reminder.recurrence == nil ? "" : " (recurring)"
            ClientOutput.lines([
                "✓ \(time.moment(reminder.dueAt, now: now))\(rest)  \(TerminalText.line(reminder.text))"
            ])
        }
    }
}
