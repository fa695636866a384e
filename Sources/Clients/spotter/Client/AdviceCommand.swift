import ArgumentParser
import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Terminal

struct AdviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advice",
        abstract: "Ask for advice, say what became of it, and see how sure one may be.",
        discussion: """
            Advice has a confidence. Say later whether it turned out well: the report then tells how well stated \
            confidence and outcomes agree, and enough ratings of a model correct what it states. Nothing is ever done or \
            proposed.

            EXAMPLES
              spotter advice ask "Should Sara run on Sunday?"
              spotter advice ask --json "What next for Priya?" | jq .confidence
              spotter advice rate 018f3f4a-7c1e-7a3b-9a52-5d0c4b1e2f60 good
              spotter advice report
              spotter advice list --json > advice.jsonl
            """,
        subcommands: [Ask.self, Rate.self, Report.self, List.self]
    )

    struct Ask: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "ask", abstract: "Ask for advice.")

        @OptionGroup var options: ClientOptions
        @Option(help: ArgumentHelp("Go on with an earlier conversation.", valueName: "id")) var conversation: String?
        @Option(help: "A model that the server offers.") var model: String?
        @Flag(inversion: .prefixedNo, help: "Search the web, or never; by default if the question needs it.")
        var web: Bool?
        @Argument(help: "The question.") var question: [String]

        func run() async throws {
            try await ClientOutput.reporting {
                let session = try options.session()
                let query = AssistantQuery(
                    message: question.joined(separator: " "),
                    conversationId: try conversation.map(AskCommand.conversationId),
                    timezone: session.me.timezone,
                    model: model,
                    webSearch: web
                )
                let advice = try await session.api.advise(query)
                if options.json { return try ClientOutput.document(advice) }
                let style = ClientOutput.style
                let report = AnswerFormatter(time: LocalTime(), style: style)
                ClientOutput.lines(
                    [TerminalText.block(advice.mainAdvice)] + AdviceFormatter.lines(advice, style: style)
                )
                ClientOutput.lines(
                    report.citations(advice.citations, of: advice.mainAdvice) + report.pages(advice.webSources)
                )
                ClientOutput.lines([style.dim("Later: spotter advice rate \(advice.responseId) good|bad")])
            }
        }
    }

    struct Rate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rate",
            abstract: "Say whether advice turned out well, or take that back with none."
        )

        enum Word: String, ExpressibleByArgument, CaseIterable { case good, bad, none }

        @OptionGroup var options: ClientOptions
        @Option(help: "What is worth remembering about it.") var note: String?
        @Argument(help: ArgumentHelp("As it was printed with the advice.", valueName: "id")) var response: String
        @Argument(help: "good, bad or none.") var outcome: Word

        func run() async throws {
            try await ClientOutput.reporting {
                guard let id = TurnID(response) else {
                    throw SpotterError.invalid("'\(response.prefix(64))' is not the id of advice.")
                }
                let api = try options.session().api
                guard let outcome = AdviceOutcome(rawValue: outcome.rawValue) else {
                    try await api.unrate(id)
                    return ClientOutput.lines(["The rating is taken back."])
                }
                let record = try await api.rate(id, AdviceFeedbackRequest(outcome: outcome, note: note))
                if options.json { return try ClientOutput.document(record) }
                ClientOutput.lines(["Rated \(outcome.rawValue)."])
            }
        }
    }

    struct Report: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "report",
            abstract: "How well stated confidence agrees with what became of the advice."
        )

        @OptionGroup var options: ClientOptions
        @OptionGroup var period: AdvicePeriod

        func run() async throws {
            try await ClientOutput.reporting {
                let report = try await options.session().api.calibration(
                    since: try period.start(),
                    until: try period.end(),
                    model: period.model
                )
                if options.json { return try ClientOutput.document(report) }
                ClientOutput.lines(AdviceFormatter.lines(report))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "All advice with its rating, oldest first; with --json a line each."
        )

        @OptionGroup var options: ClientOptions

        func run() async throws {
            try await ClientOutput.reporting {
                let api = try options.session().api
                var after: TurnID?
                repeat {
                    let page = try await api.advice(after: after)
                    for record in page.advice {
                        if options.json {
                            try ClientOutput.record(record)
                        } else {
                            ClientOutput.lines([AdviceFormatter.line(record)])
                        }
                    }
                    after = page.next
                } while after != nil
            }
        }
    }
}

/// Of which time and which model advice counts.
struct AdvicePeriod: ParsableArguments {
    @Option(help: ArgumentHelp("Advice from then on: an RFC 3339 time.", valueName: "time")) var since: String?
    @Option(help: ArgumentHelp("Advice before then.", valueName: "time")) var until: String?
    @Option(help: "Only this model's.") var model: String?

    func start() throws -> Timestamp? { try since.map(Self.instant) }
    func end() throws -> Timestamp? { try until.map(Self.instant) }

    private static func instant(_ text: String) throws -> Timestamp {
        guard let instant = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") else {
            throw SpotterError.invalid("'\(text.prefix(64))' isn't a time like 2026-03-01 or 2026-03-01T00:00:00Z.")
        }
        return instant
    }
}
