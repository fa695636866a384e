import ArgumentParser
import Domain
import Foundation
import Scheduling
import SpotterAPI
import SpotterClient
import Terminal
import TimeExpressions

struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Send messages later, once or again and again.",
        discussion: """
            The server sends them, whether or not you're there. A recurring message keeps its time on the clock of whoever \
            gets it, through changes of that clock; in a group, on yours.

            EXAMPLES
              spotter schedule send sara "How was the week?" --at "tomorrow at 9am"
              spotter schedule send sara "Check-in time!" --repeat "every Monday at 8am"
              spotter schedule list
            """,
        subcommands: [Send.self, List.self, Edit.self, Cancel.self, Quiet.self]
    )

    struct Send: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "send",
            abstract: "Schedule a message.",
            discussion: """
                --at takes words, on your clock (that of your profile), or an RFC 3339 time. --repeat takes words, on the \
                receiver's clock, or an RRULE beside --at.

                A script that may be killed and run again gives --id: the same id in the same chat is one message.

                EXAMPLES
                  spotter schedule send sara "How was the week?" --at "tomorrow at 9am" \\
                    --stop-on-reply
                  spotter schedule send sara "Check-in time!" --repeat "every Monday at 8am"
                  spotter schedule send "Saturday Run Club" "Shoes!" --at "saturday at 7am" \\
                    --repeat FREQ=WEEKLY
                  spotter schedule send sara "Good night" --at "tonight at 10pm" \\
                    --quiet 21:00-07:00
                """
        )

        @OptionGroup var options: ClientOptions
        @Option(help: ArgumentHelp("When, such as \"tomorrow at 9am\".", valueName: "time")) var at: String?
        @Option(help: ArgumentHelp("Again and again: \"every Monday at 8am\", or an RRULE.", valueName: "rule"))
        var `repeat`: String?
        @Flag(help: "Send nothing more once somebody else has written in the chat.") var stopOnReply = false
        @Option(help: ArgumentHelp("Not at these hours of the receiver, such as 21:00-07:00.", valueName: "hours"))
        var quiet: String?
        @Option(help: ArgumentHelp("Keep to this zone's clock, whoever gets it.", valueName: "zone")) var zone: String?
        @Option(help: ArgumentHelp("The message's own id; scheduling it twice schedules it once.", valueName: "id"))
        var id: String?
        @Argument(help: "Who or which group.", completion: .chats) var who: String
        @Argument(help: "The text.") var text: [String]

        func validate() throws {
            guard at != nil || self.repeat != nil else {
                throw ValidationError("Say when: --at \"tomorrow at 9am\" or --repeat \"every Monday at 8am\".")
            }
        }

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let start = try ScheduleCommand.start(at: at, repeating: self.repeat)
                let chat = try await client.findChat(who)
                let made = try await client.api.schedule(
                    NewScheduledMessageRequest(
                        chatId: chat.id,
                        clientMessageId: id ?? UUID().uuidString.lowercased(),
                        text: text.joined(separator: " "),
                        sendAt: start.instant,
                        when: start.words,
                        rrule: start.rrule,
                        stopOnReply: stopOnReply,
                        quietHours: try quiet.map { try ScheduleCommand.quietHours($0) },
                        zone: zone
                    )
                )
                if options.json { return try ClientOutput.document(ScheduledMessageResponse(scheduledMessage: made)) }
                ClientOutput.lines([ScheduleFormatter.made(made, for: chat.name, rule: RecurrenceWords.of)])
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "What is scheduled, and what became of it in the last month.",
            discussion: """
                EXAMPLES
                  spotter schedule list
                """
        )

        @OptionGroup var options: ClientOptions

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let list = try await client.api.scheduledMessages()
                if options.json { return try ClientOutput.document(ScheduledMessagesResponse(scheduledMessages: list)) }
                if list.isEmpty { return ClientOutput.lines(["Nothing is scheduled."]) }
                let chats = try await client.api.chats()
                ClientOutput.lines(ScheduleFormatter.lines(list, chats: chats, rule: RecurrenceWords.of))
            }
        }
    }

    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a scheduled message; one that failed or was stopped is scheduled anew.",
            discussion: """
                NUMBER is the number in `spotter schedule list`, or the id.

                EXAMPLES
                  spotter schedule edit 1 --text "How was the whole week?"
                  spotter schedule edit 1 --at "friday at 5pm"
                  spotter schedule edit 1 --repeat "every Sunday at 6pm"
                  spotter schedule edit 1 --once
                """
        )

        @OptionGroup var options: ClientOptions
        @Option(help: "The new text.") var text: String?
        @Option(help: ArgumentHelp("When.", valueName: "time")) var at: String?
        @Option(help: ArgumentHelp("Again and again.", valueName: "rule")) var `repeat`: String?
        @Flag(help: "Only once more.") var once = false
        @Flag(inversion: .prefixedNo, help: "Send nothing more once somebody else has written in the chat.")
        var stopOnReply: Bool?
        @Argument(help: "Which one.") var number: String

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let old = try await ScheduleCommand.find(number, client)
                let start = try ScheduleCommand.start(at: at, repeating: self.repeat)
                let changed = try await client.api.change(
                    scheduled: old.id,
                    UpdateScheduledMessageRequest(
                        text: text,
                        sendAt: start.instant,
                        when: start.words,
                        rrule: once ? .cleared : start.rrule.map { .set($0) } ?? .unchanged,
                        stopOnReply: stopOnReply
                    )
                )
                if options.json {
                    return try ClientOutput.document(ScheduledMessageResponse(scheduledMessage: changed))
                }
                let name = try await client.api.chat(changed.chatId).name
                ClientOutput.lines([ScheduleFormatter.made(changed, for: name, rule: RecurrenceWords.of)])
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Cancel a scheduled message, or take one that has ended from the list.",
            discussion: """
                NUMBER is the number in `spotter schedule list`, or the id.

                EXAMPLES
                  spotter schedule cancel 1
                """
        )

        @OptionGroup var options: ClientOptions
        @Argument(help: "Which one.") var number: String

        func run() async throws {
            try await ClientOutput.reporting {
                let client = try options.session()
                let message = try await ScheduleCommand.find(number, client)
                try await client.api.cancel(scheduled: message.id)
                if options.json { return try ClientOutput.document(["cancelled": message.id.description]) }
                let what = message.state == .scheduled ? "Cancelled" : "Removed"
                ClientOutput.lines(["\(what): \(TerminalText.line(message.text))"])
            }
        }
    }

    // MARK: Arguments

    /// What --at and --repeat say.
    private struct Start {
        var instant: Timestamp?
        var words: String?
        var rrule: String?
    }

    private static func start(at: String?, repeating rule: String?) throws -> Start {
        var start = Start()
        if let at {
            start.instant = Timestamp(rfc3339: at)
            if start.instant == nil { start.words = at }
        }
        guard let rule else { return start }
        if rule.uppercased().hasPrefix("FREQ=") || rule.uppercased().hasPrefix("RRULE:") {
            start.rrule = rule
        } else if at == nil {
            start.words = rule
        } else {
            let parser = TimeExpressionParser(now: CommandClock.now(), timeZone: .current)
            guard let found = parser.parse(rule).rrule else {
                throw ValidationError("'\(TerminalText.line(rule))' doesn't say how often; try \"every Monday\".")
            }
            start.rrule = found
        }
        return start
    }

    static func quietHours(_ text: String) throws -> QuietHours {
        let parts = text.split(separator: "-").map { String($0) }
        guard parts.count == 2 else { throw ValidationError("--quiet takes hours such as 21:00-07:00.") }
        return QuietHours(from: parts[0], to: parts[1])
    }

    private static func find(_ text: String, _ client: LoggedInClient) async throws -> ScheduledMessage {
        let list = try await client.api.scheduledMessages()
        if let number = Int(text), list.indices.contains(number - 1) { return list[number - 1] }
        guard let message = list.first(where: { $0.id.description == text }) else {
            throw ValidationError("There's no \(TerminalText.line(text)) in `spotter schedule list`.")
        }
        return message
    }
}
