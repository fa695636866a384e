import Accounts
import Assistant
import AssistantTools
import ClientProfiles
import Domain
import Foundation
import Gateway
import Measures
import Messaging
import Retrieval
import Scheduling
import SpotterAPI
import TimeExpressions

/// The tools that only read, each as its caller may.
struct ToolReader: Sendable {
    let resolver: ToolResolver
    let search: MessageSearch
    let chats: Chats
    let inbox: Inbox
    let profiles: ProfileService
    let measures: MeasureService
    let calendar: EventCalendar
    let clock: any WallClock

    func run(_ call: ToolCall, for caller: MCPCaller) async throws -> ToolResult {
        switch call.name {
        case "search": try await search(call, caller)
        case "read_chat": try await readChat(call, caller)
        case "client_profile": try await profile(call, caller)
        case "client_progress": try await progress(call, caller)
        case "agenda": try await agenda(call, caller)
        case "who_waits": try await whoWaits(caller)
        default: .failure("This tool doesn't read.")
        }
    }

    private func search(_ call: ToolCall, _ caller: MCPCaller) async throws -> ToolResult {
        try caller.charge(.searches)
        let zone = Self.clock(of: caller)
        var query = SearchQuery(
            try call.required("query"),
            mode: .hybrid,
            since: try call.text("since").map { try Self.day($0, zone) },
            until: try call.text("until").map { try Self.day($0, zone) },
            limit: try call.number("limit", in: 1...50) ?? 10
        )
        if let chat = call.text("chatId") {
            guard let id = ChatID(chat) else { throw SpotterError.notAMember }
            query.chatIds = [id]
        }
        if let name = call.text("person") {
            switch try await resolver.person(named: name, for: caller.actor) {
            case .one(let person):
                guard let user = person.userId else { return .failure("\(person.name) writes no messages.") }
                query.senderIds = [user]
            case .several(let needs), .nobody(let needs): return ToolResult(needs)
            }
        }
        let found = try await search.search(query, for: caller.actor)
        return .data([
            "messages": .array(
                found.results.map { result in
                    [
                        "messageId": .string(result.messageId.description),
                        "chatId": .string(result.chatId.description), "from": .string(result.senderName),
                        "sentAt": .string(result.sentAt.description), "text": .string(result.text),
                    ]
                }
            )
        ])
    }

    private func readChat(_ call: ToolCall, _ caller: MCPCaller) async throws -> ToolResult {
        let id: ChatID
        if let text = call.text("chatId") {
            guard let chat = ChatID(text) else { throw SpotterError.notAMember }
            id = chat
        } else {
            switch try await resolver.person(named: try call.required("person"), orGroup: true, for: caller.actor) {
            case .one(let person):
                guard let chat = person.chat else { return .failure("There is no chat with \(person.name).") }
                id = chat
            case .several(let needs), .nobody(let needs): return ToolResult(needs)
            }
        }
        let chat = try await chats.chat(id, for: caller.actor)
        let page = try await chats.history(
            of: id,
            before: try call.number("before", in: 1...Int.max).map(Int64.init),
            limit: try call.number("limit", in: 1...100) ?? 30,
            for: caller.actor
        )
        var names = Dictionary(chat.members.map { ($0.userId, $0.displayName) }) { first, _ in first }
        for person in page.people ?? [] { names[person.userId] = person.displayName }
        return .data([
            "chatId": .string(id.description), "name": .string(chat.name), "hasEarlier": .bool(page.hasMore),
            "messages": .array(page.messages.map { Self.json($0, from: names[$0.senderId]) }),
        ])
    }

    private static func json(_ message: Message, from name: String?) -> JSONValue {
        var members: [String: JSONValue] = [
            "messageId": .string(message.id.description), "seq": .integer(Int(message.seq)),
            "from": .string(name ?? "somebody"), "sentAt": .string(message.createdAt.description),
            "text": .string(message.deletedAt == nil ? message.text : ""),
        ]
        if message.deletedAt != nil { members["deleted"] = true }
        if !message.media.isEmpty { members["files"] = .integer(message.media.count) }
        if let heard = message.transcript?.text, !heard.isEmpty { members["transcript"] = .string(heard) }
        return .object(members)
    }

    private func profile(_ call: ToolCall, _ caller: MCPCaller) async throws -> ToolResult {
        let person: KnownPerson
        switch try await resolver.person(named: try call.required("person"), for: caller.actor) {
        case .one(let found): person = found
        case .several(let needs), .nobody(let needs): return ToolResult(needs)
        }
        guard let client = person.userId else { return .failure("\(person.name) is a prospect, without a profile.") }
        let profile = try await profiles.profile(of: client, trainer: caller.actor.userId, for: caller.actor)
        return .data([
            "userId": .string(client.description), "name": .string(person.name),
            "timezone": person.timezone.map { .string($0) } ?? .null,
            "items": .array(
                profile.items.map { item in
                    [
                        "category": .string(item.category.rawValue), "text": .string(item.text),
                        "status": .string(item.status.rawValue), "writtenDownBy": .string(item.createdBy.rawValue),
                        "sources": .array(item.sources.map { .string($0.messageId.description) }),
                    ]
                }
            ),
        ])
    }

    private func whoWaits(_ caller: MCPCaller) async throws -> ToolResult {
        let items = try await inbox.items(for: caller.actor)
        let names = Dictionary(try await chats.list(for: caller.actor).map { ($0.id, $0.name) }) { first, _ in first }
        return .data([
            "waiting": .array(
                items.prefix(100).map { item in
                    [
                        "chatId": .string(item.chatId.description), "name": .string(names[item.chatId] ?? ""),
                        "since": .string(item.waitingSince.description),
                        "lastMessage": .string(item.lastMessage.text),
                    ]
                }
            )
        ])
    }

    // MARK: Days

    private func agenda(_ call: ToolCall, _ caller: MCPCaller) async throws -> ToolResult {
        let zone = Self.clock(of: caller)
        let now = clock.now()
        let days = try call.number("days", in: 1...92) ?? 7
        let first = try call.text("from").map { try Self.day($0, zone, at: now) } ?? now
        let start = zone.instant(zone.local(first).day, second: 0).instant
        let end = zone.instant(zone.local(start).day.adding(days: days), second: 0).instant
        let events = try await calendar.listing(of: caller.actor, from: start, to: end)
        return .data([
            "timezone": .string(zone.timeZone.identifier), "from": .string(start.description),
            "to": .string(end.description),
            "events": .array(
                events.map { listed in
                    [
                        "eventId": .string(listed.event.id.description), "title": .string(listed.event.title),
                        "type": .string(listed.event.eventType.rawValue),
                        "with": listed.with.map { .string($0) } ?? .null,
                        "startsAt": .string(listed.event.startsAt.description),
                        "endsAt": .string(listed.event.endsAt.description),
                        "localStart": .string(zone.iso(listed.event.startsAt)),
                        "localEnd": .string(zone.iso(listed.event.endsAt)),
                        "status": .string(listed.event.status.rawValue),
                        "location": listed.event.location.map { .string($0) } ?? .null,
                        "notes": listed.event.notes.map { .string($0) } ?? .null,
                    ]
                }
            ),
        ])
    }

    private static func clock(of caller: MCPCaller) -> LocalClock {
        LocalClock(identifier: caller.principal.user.timezone) ?? .utc
    }

    /// The beginning of a day, or an instant.
    private static func day(_ text: String, _ zone: LocalClock, at now: Timestamp? = nil) throws -> Timestamp {
        if let instant = zone.instant(iso: "\(text)T00:00") ?? Timestamp(rfc3339: text) { return instant }
        if let now {
            let parser = TimeExpressionParser(now: now, timeZone: zone.timeZone)
            if let start = parser.parse(text).startsAt { return start }
        }
        throw SpotterError.invalid("'\(text.prefix(64))' is no day like 2026-03-12.")
    }
}

extension LocalClock {
    /// `2026-03-12T15:00`.
    fileprivate func iso(_ instant: Timestamp) -> String {
        let (day, second) = local(instant)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return
            "\(day.date.year)-\(two(day.date.month))-\(two(day.date.day))T\(two(second / 3600)):\(two(second / 60 % 60))"
    }
}
