import ArgumentParser
import Domain
import Foundation
import Scheduling
import SpotterAPI
import SpotterClient
import Terminal
import TimeExpressions

struct InboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox",
        abstract: "Who waits for your answer, longest first.",
        discussion: """
            Direct chats in which the other person wrote after you did, and groups that mentioned you since. A chat leaves \
            it when you write there, when it's --done, or for a while with --snooze; a new message brings it back.

            NUMBER is the number in the list, or the name of a chat.

            EXAMPLES
              spotter inbox
              spotter inbox --snooze 1 --until "tomorrow at 9am"
              spotter inbox --done sara
              spotter inbox --json | jq -r '.items[0].lastMessage.text'
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: ArgumentHelp("Hide a chat for a while.", valueName: "number"), completion: .chats) var snooze: String?
    @Option(help: ArgumentHelp("For how long: \"tomorrow at 9am\", or minutes.", valueName: "time")) var until: String?
    @Option(help: ArgumentHelp("It needs no answer.", valueName: "number"), completion: .chats) var done: String?
    @Flag(help: "Also those that are snoozed.") var all = false

    func validate() throws {
        guard snooze == nil || done == nil else { throw ValidationError("Give either --snooze or --done.") }
        guard (snooze == nil) == (until == nil) else {
            throw ValidationError("--snooze and --until go together: --snooze 1 --until \"tomorrow at 9am\".")
        }
    }

    func run() async throws {
        try await ClientOutput.reporting {
            let client = try options.session()
            let items = try await client.api.inbox(includesSnoozed: all)
            let chats = try await client.api.chats()
            if let snooze, let until {
                let chat = try Self.find(snooze, items, chats)
                let state = try await client.api.snooze(chat.id, try Self.end(until))
                if options.json { return try ClientOutput.document(InboxStateResponse(state: state)) }
                let end = state.snoozedUntil.map { LocalTime().dateTime($0) } ?? "now"
                return ClientOutput.lines(["\(TerminalText.line(chat.name)) is back on \(end), or when they write."])
            }
            if let done {
                let chat = try Self.find(done, items, chats)
                let state = try await client.api.finish(inInbox: chat.id)
                if options.json { return try ClientOutput.document(InboxStateResponse(state: state)) }
                return ClientOutput.lines(["\(TerminalText.line(chat.name)) needs no answer."])
            }
            if options.json { return try ClientOutput.document(InboxResponse(items: items)) }
            if items.isEmpty { return ClientOutput.lines(["Nobody waits for you."]) }
            ClientOutput.lines(InboxFormatter.lines(items, chats: chats, now: CommandClock.now()))
        }
    }

    private static func find(_ text: String, _ items: [InboxItem], _ chats: [Chat]) throws -> Chat {
        if let number = Int(text), items.indices.contains(number - 1) {
            let id = items[number - 1].chatId
            if let chat = chats.first(where: { $0.id == id }) { return chat }
        }
        return try NameMatch.first(text, in: chats, named: { [$0.name, $0.id.description] })
    }

    private static func end(_ text: String) throws -> SnoozeRequest {
        if let minutes = Int(text) { return SnoozeRequest(minutes: minutes) }
        let now = CommandClock.now()
        let parsed = TimeExpressionParser(now: now, timeZone: .current).parse(text)
        if let minutes = parsed.minutes, parsed.kind == .duration { return SnoozeRequest(minutes: minutes) }
        guard let end = Timestamp(rfc3339: text) ?? parsed.startsAt else {
            throw ValidationError("'\(TerminalText.line(text))' isn't a time like \"tomorrow at 9am\".")
        }
        return SnoozeRequest(until: end)
    }
}
