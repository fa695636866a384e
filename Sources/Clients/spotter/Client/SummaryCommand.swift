import ArgumentParser
import Domain
import Scheduling
import SpotterAPI
import SpotterClient
import Terminal
import TimeExpressions

struct SummaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract: "What a chat was about lately.",
        discussion: """
            The sentences that matter most, what is to be done, what was settled, which questions are open, and which dates \
            were named; of the last thirty days, or of another period. Where the server has a language model, that writes \
            what it was about, each line with its source; --model built-in keeps to the chat's own words.

            EXAMPLES
              spotter summary sara
              spotter summary "Saturday Run Club" --since 2026-03-01
              spotter summary sara --model built-in
              spotter summary sara --json | jq -r '.actionItems[].text'
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: ArgumentHelp("From then on, such as \"last monday\" or an RFC 3339 time.", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Up to then.", valueName: "time")) var until: String?
    @Option(help: "Who writes it: one of `spotter models`, or built-in.") var model: String?
    @Argument(help: "Who or which group.", completion: .chats) var chat: String

    func run() async throws {
        try await ClientOutput.reporting {
            let session = try options.session()
            let chat = try await session.findChat(chat)
            let time = try await session.localTime()
            let request = SummaryRequest(
                since: try since.map { try Self.moment($0, time) },
                until: try until.map { try Self.moment($0, time) },
                model: model
            )
            let summary = try await session.api.summary(of: chat.id, request)
            if options.json { return try ClientOutput.document(summary) }
            if let notice = summary.notice { ClientOutput.lines([TerminalText.line(notice)]) }
            ClientOutput.lines(summary.text.split(separator: "\n").map { TerminalText.line(String($0)) })
        }
    }

    private static func moment(_ text: String, _ time: LocalTime) throws -> Timestamp {
        if let instant = Timestamp(rfc3339: text) { return instant }
        let parser = TimeExpressionParser(now: CommandClock.now(), timeZone: time.zone)
        guard let start = parser.parse(text).startsAt else {
            throw SpotterError.invalid("'\(text.prefix(64))' isn't a time like \"last monday\".")
        }
        // "1 March" is the next one to the parser.
        guard start <= CommandClock.now() else {
            throw SpotterError.invalid("'\(text.prefix(64))' is ahead; give the year for a day that has passed.")
        }
        return start
    }
}
