import ArgumentParser
import Domain
import SpotterAPI
import SpotterClient
import Terminal

struct WeekCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        abstract: "Which clients need you this week, and why.",
        discussion: """
            For trainers. Every reason names the message or the session that it's from. --draft offers a message to the \
            client, --remind a reminder for yourself; `spotter confirm` does it, and nothing is sent before.

            N is a number of the page: 2.1 is the first reason of the second client, r1 the first promise. The server tells \
            you of the page only if you ask for it by --notify.

            EXAMPLES
              spotter week
              spotter week --draft 1
              spotter week --draft 1.1 --text "How was the weekend?"
              spotter week --remind r1
              spotter week --dismiss 1.1
              spotter week --notify mon@7
              spotter week --notify off
              spotter week --json | jq -r '.people[].displayName'
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: ArgumentHelp("Offer a message for this reason.", valueName: "n")) var draft: String?
    @Option(help: ArgumentHelp("Offer a reminder for this one.", valueName: "n")) var remind: String?
    @Option(help: ArgumentHelp("Don't show this one any more.", valueName: "n")) var dismiss: String?
    @Option(help: "The message or reminder in your own words.") var text: String?
    @Option(help: ArgumentHelp("Tell me every week at that hour, such as mon@7, or off.", valueName: "day@hour"))
    var notify: String?

    func validate() throws {
        let chosen = [draft, remind, dismiss, notify].count { $0 != nil }
        guard chosen <= 1 else { throw ValidationError("Give one of --draft, --remind, --dismiss and --notify.") }
        if text != nil, draft == nil, remind == nil { throw ValidationError("--text goes with --draft or --remind.") }
        if let notify, Self.settings(notify) == nil {
            throw ValidationError("--notify takes a day and an hour, such as mon@7 or sun@18, or off.")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let time = try await session.localTime()
            let now = CommandClock.now()
            if let request = notify.flatMap(Self.settings) {
                let settings = try await session.api.change(proactive: request)
                if options.json { return try ClientOutput.document(settings) }
                return ClientOutput.lines([WeekFormatter.line(settings, now: now, time: time)])
            }
            let page = try await session.api.week()
            if let dismiss {
                try await session.api.dismiss(try Self.reason(dismiss, of: page))
                return ClientOutput.lines(["It isn't shown any more."])
            }
            if let number = draft ?? remind {
                let request = WeekDraftRequest(kind: draft == nil ? .reminder : .message, text: text)
                let made = try await session.api.draft(try Self.reason(number, of: page), request)
                return try Self.show(made, json: options.json)
            }
            if options.json { return try ClientOutput.document(page) }
            let settings = try await session.api.proactive()
            ClientOutput.lines(
                WeekFormatter.lines(page, now: page.createdAt, time: time, style: ClientOutput.style)
                    + ["", WeekFormatter.line(settings, now: page.createdAt, time: time)]
            )
        }
    }

    private static func show(_ made: SuggestedProposalsResponse, json: Bool) throws {
        if json { return try ClientOutput.document(made) }
        let formatter = AnswerFormatter(time: LocalTime(), style: ClientOutput.style)
        for proposal in made.proposals {
            ClientOutput.lines([formatter.proposal(proposal), "To do it: spotter confirm \(proposal.id)"])
        }
        guard let needs = made.needs else { return }
        ClientOutput.lines(formatter.needs(needs))
        throw ExitCode.failure
    }

    private static func reason(_ number: String, of page: WeekPage) throws -> WeekReasonID {
        guard let id = WeekReasonID(number) ?? WeekFormatter.reason(number, of: page) else {
            throw SpotterError.invalid("There is no \(number) on the page; `spotter week` shows it.")
        }
        return id
    }

    /// `mon@7`, `off`; `nil` for anything else.
    private static func settings(_ text: String) -> UpdateProactiveRequest? {
        guard text != "off" else { return UpdateProactiveRequest(weekly: false) }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let day = ProactiveSettings.Weekday(rawValue: parts[0].lowercased()),
            let hour = Int(parts[1]), (0...23).contains(hour)
        else { return nil }
        return UpdateProactiveRequest(weekly: true, weekday: day, hour: hour)
    }
}
