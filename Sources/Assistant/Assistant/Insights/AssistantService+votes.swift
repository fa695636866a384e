public import Accounts
import AssistantTools
import ChatInsights
public import Domain
import Foundation
import Messaging
import Scheduling
public import SpotterAPI
import Storage

extension AssistantService {
    static let offeredTimes = 3

    /// Proposes a message that offers times by number, to be confirmed as always. Its readers vote by reactions.
    /// - Throws: as `meetingSuggestions`; `conflict` if there are fewer than two times at which everybody is free.
    public func askForVotes(
        in chat: ChatID,
        _ request: AskForVotesRequest,
        by principal: Principal
    ) async throws -> SuggestedProposalsResponse {
        let suggested = try await meetingSuggestions(in: chat, minutes: request.minutes, by: principal)
        let now = clock.now()
        if let given = request.startsAt {
            guard NumberedLines.numbers ~= given.count, Set(given).count == given.count, given.allSatisfy({ $0 > now })
            else { throw SpotterError.invalid("startsAt must be 2 to 9 different times that are ahead.") }
        }
        let starts = request.startsAt?.sorted() ?? suggested.slots.prefix(Self.offeredTimes).map(\.startsAt)
        guard starts.count >= NumberedLines.numbers.lowerBound else {
            throw SpotterError(
                .conflict,
                "There are fewer than two times at which everybody is free; give them in startsAt."
            )
        }
        let requester = Requester(user: principal.user)
        let there = try await chatReader.database.read { connection in
            try ChatPeople(of: chat, on: connection).other(than: requester.user.id)?.timezone
        }
        let wording = MomentFormatter(clock: LocalClock(identifier: requester.timezone) ?? .utc, now: now)
        let lines = starts.enumerated().map { index, start in
            "\(NumberedLines.emoji(index + 1)) \(wording.moment(start, andIn: there))"
        }
        let head = request.text?.trimmed ?? "When suits you? Answer with a number as a reaction."
        let message = try await resolver.resolve(
            ToolRequest(tool: .sendMessage, chatId: chat, text: ([head] + lines).joined(separator: "\n")),
            for: requester
        )
        guard case .ready(let sending, let summary, _) = message else {
            guard case .needs(let needs) = message else { return SuggestedProposalsResponse(proposals: []) }
            return SuggestedProposalsResponse(proposals: [], needs: needs)
        }
        let source = suggested.meeting?.citation
        return SuggestedProposalsResponse(
            proposals: [try await propose(sending, summary, [], from: source, for: principal)]
        )
    }

    /// What a message offers by number and who has voted for which. Whoever has left the chat counts no more.
    /// - Throws: `not_found` unless the user may read the message, in this chat, and it offers two things or more.
    public func votes(
        on message: MessageID,
        in chat: ChatID,
        by principal: Principal
    ) async throws -> MeetingVotes {
        try await chatReader.database.read { connection in
            let visible = VisibleMessageReader(reader: principal.userId, connection: connection)
            guard let found = try visible.message(message), found.chatId == chat else {
                throw SpotterError.notFound("message")
            }
            let zone =
                try User.timezone(of: found.senderId, on: connection).flatMap { TimeZone(identifier: $0) } ?? .gmt
            let offered = NumberedLines(found.text, sentAt: found.sentAt, zone: zone).lines
            guard !offered.isEmpty else {
                throw SpotterError(
                    .notFound,
                    "This message offers nothing by number: 1️⃣ and 2️⃣ at the beginning of lines."
                )
            }
            let members = try ChatPeople(of: chat, on: connection).members.map(\.id)
            let given = try Reactions.given(to: message, on: connection)
            let options = offered.map { line in
                let emoji = NumberedLines.emoji(line.number)
                let voters = given.first { $0.emoji == emoji }?.userIds.filter(members.contains) ?? []
                return MeetingVotes.Option(
                    number: line.number,
                    emoji: emoji,
                    text: line.text,
                    startsAt: line.startsAt,
                    voters: voters
                )
            }
            let most = options.map(\.voters.count).max() ?? 0
            let voted = Set(options.flatMap(\.voters))
            return MeetingVotes(
                messageId: message,
                options: options,
                waitingFor: members.filter { $0 != found.senderId && !voted.contains($0) },
                leading: most == 0 ? [] : options.filter { $0.voters.count == most }.map(\.number)
            )
        }
    }
}
