public import Accounts
import AssistantTools
import ChatInsights
import Contacts
public import Domain
import Messaging
import Scheduling
public import SpotterAPI
import Storage

extension AssistantService {
    static let maxSlots = 6
    static let suggestedDays: Int64 = 7
    static let widerDays: Int64 = 14

    /// Times at which the trainer and the other members of a chat could meet, in the period that the chat asks for. Stores
    /// nothing. Of others' calendars it tells nothing but that a time isn't offered.
    /// - Parameter minutes: 5 to 480; what was asked for, or the trainer's usual length, if left out.
    /// - Throws: `not_a_member` unless the user is in the chat; `forbidden` unless they are a trainer; `invalid_request`.
    public func meetingSuggestions(
        in chat: ChatID,
        minutes: Int? = nil,
        by principal: Principal
    ) async throws -> MeetingSuggestions {
        if let minutes, !SchedulingPreferences.minutes.contains(minutes) {
            throw SpotterError.invalid("minutes must be 5 to 480.")
        }
        _ = try await chatReader.refresh(chat, for: principal.actor)
        let now = clock.now()
        let requester = Requester(user: principal.user)
        return try await chatReader.database.read { connection in
            let list = try InsightList(of: chat, for: requester.actor, on: connection)
            guard Access.can(requester.actor, .manageCalendar) else {
                throw SpotterError(.forbidden, "Only a trainer can plan meetings; ask for one in the chat.")
            }
            let people = try ChatPeople(of: chat, on: connection)
            let view = InsightView(reader: requester.user.id, people: people, now: now)
            let decided = try list.entries(
                .decision,
                since: now.adding(seconds: -Self.meetingDays * 86_400),
                until: .latest
            )
            let meeting = try Self.openMeeting(in: list, decided, at: now).map(view.meeting)
            let client = try Self.client(in: people, of: requester.user.id, on: connection)
            let type = client == nil ? EventType.adhoc : meeting?.eventType ?? .call
            let settings = try SchedulingPreferences.settings(of: requester.user.id, on: connection)
            let length =
                minutes ?? meeting?.minutes.flatMap { SchedulingPreferences.minutes.contains($0) ? $0 : nil }
                ?? settings.defaultMinutes(for: meeting?.eventType ?? .call)
            let others = people.members.filter { $0.id != requester.user.id }
            func starts(_ period: Range<Timestamp>) throws -> [Timestamp] {
                try EventCalendar.meetingStarts(
                    of: requester.user.id,
                    with: others.map(\.id),
                    in: period,
                    minutes: length,
                    count: Self.maxSlots,
                    at: now,
                    on: connection
                )
            }
            let asked = meeting.flatMap { $0.since }.flatMap { since in
                meeting.flatMap { $0.until }.map { since..<max(since, $0) }
            }
            let coming = now..<now.adding(seconds: Self.suggestedDays * 86_400)
            var found = try starts(asked ?? coming)
            var note: String?
            if found.isEmpty {
                found = try starts(now..<now.adding(seconds: Self.widerDays * 86_400))
                note =
                    asked == nil
                    ? "Nothing is free in the next week" : "Nothing is free in the period that was asked for"
            }
            let wording = MomentFormatter(clock: LocalClock(identifier: requester.timezone) ?? .utc, now: now)
            let there = others.count == 1 ? others.first?.timezone : nil
            return MeetingSuggestions(
                meeting: meeting,
                eventType: type,
                minutes: length,
                participants: people.members.map(\.id),
                slots: found.map { start in
                    MeetingSuggestions.Slot(
                        startsAt: start,
                        endsAt: start.adding(minutes: Int64(length)),
                        text: wording.moment(start, andIn: there)
                    )
                },
                note: note
            )
        }
    }

    /// Proposes an event at one of the times and a message that tells the others, each to be confirmed as always. If
    /// something stands against either, neither is proposed.
    /// - Throws: as `meetingSuggestions`.
    public func proposeMeeting(
        in chat: ChatID,
        _ request: ProposeMeetingRequest,
        by principal: Principal
    ) async throws -> SuggestedProposalsResponse {
        let suggested = try await meetingSuggestions(in: chat, minutes: request.minutes, by: principal)
        let requester = Requester(user: principal.user)
        let (client, title) = try await chatReader.database.read { connection in
            let people = try ChatPeople(of: chat, on: connection)
            let client = try Self.client(in: people, of: requester.user.id, on: connection)
            let names = people.members.filter { $0.id != requester.user.id }.map(\.displayName)
            return (client, "Meeting with \(names.joined(separator: ", "))")
        }
        let type = client == nil ? EventType.adhoc : request.eventType ?? suggested.eventType
        let event = try await resolver.resolve(
            ToolRequest(
                tool: .scheduleCall,
                person: type == .adhoc ? nil : client.map { .id($0) },
                time: .instant(request.startsAt),
                durationMinutes: suggested.minutes,
                eventType: type,
                title: type == .adhoc ? String(title.prefix(200)) : nil
            ),
            for: requester
        )
        guard case .ready(let arguments, let summary, let doubts) = event else { return Self.open(event) }
        let message = try await resolver.resolve(
            ToolRequest(
                tool: .sendMessage,
                chatId: chat,
                text: request.text ?? "\(summary). Tell me if that doesn't suit you."
            ),
            for: requester
        )
        guard case .ready(let sending, let sendingSummary, _) = message else { return Self.open(message) }
        let source = suggested.meeting?.citation
        let planned = try await propose(arguments, summary, doubts, from: source, for: principal)
        let told = try await propose(sending, sendingSummary, [], from: source, for: principal)
        return SuggestedProposalsResponse(proposals: [planned, told])
    }

    private static func open(_ resolution: ToolResolution) -> SuggestedProposalsResponse {
        guard case .needs(let needs) = resolution else { return SuggestedProposalsResponse(proposals: []) }
        return SuggestedProposalsResponse(proposals: [], needs: needs)
    }

    /// The other person of a direct chat, if they are the trainer's client.
    private static func client(
        in people: ChatPeople,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> UserID? {
        guard let other = people.other(than: trainer) else { return nil }
        return try Contacts.exists(trainer: trainer, client: other.id, on: connection) ? other.id : nil
    }
}
