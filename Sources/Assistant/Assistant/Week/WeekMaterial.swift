import AssistantTools
import Contacts
import Domain
import Foundation
import Measures
import Messaging
import Retrieval
import Scheduling
import SpotterAPI
import Storage

/// A present client of the trainer, between whom and the trainer there is no block.
struct WeekClient: Sendable {
    let id: UserID
    let name: String
    let timezone: String
    /// The direct chat of which both are members.
    var chat: ChatID?

    var firstName: String { String(name.prefix { !$0.isWhitespace }) }
    var zone: TimeZone { TimeZone(identifier: timezone) ?? .gmt }

    /// Whether there's something in the chat that may have to be read; the first reading of a long chat takes a moment.
    func hasTalked(with trainer: Actor, since start: Timestamp, on connection: any SQLConnection) throws -> Bool {
        guard let chat else { return false }
        let visible = VisibleMessageReader(reader: trainer.userId, connection: connection)
        return try visible.newest(1, filter: "m.chat_id = $2", arguments: [chat]).contains { $0.sentAt >= start }
    }

    /// By name.
    static func all(of trainer: Actor, on connection: any SQLConnection) throws -> [WeekClient] {
        let blocked = try BlockRows.all(around: trainer.userId, on: connection)
        return try PeopleDirectory(of: trainer, on: connection).people.compactMap { person in
            guard person.isOwn, let user = person.userId, !blocked.contains(user) else { return nil }
            return WeekClient(id: user, name: person.name, timezone: person.timezone ?? "UTC", chat: person.chat)
        }
    }
}

/// What a weekly page is made from besides the chats themselves.
struct WeekMaterial: Sendable {
    /// How far back sessions, payments and dates of plans are looked for.
    static let reachDays: Int64 = 60
    static let maxFound = 400

    var clients: [WeekClient] = []
    /// Direct chats that wait for the trainer.
    var inbox: [ChatID: InboxItem] = [:]
    /// By start, cancelled ones included, without those of nobody or of prospects.
    var events: [UserID: [CalendarEvent]] = [:]
    /// What was said last about paying.
    var payments: [ChatID: PaymentStatement] = [:]
    /// The nearest dates of plans and packages.
    var plans: [ChatID: PlanDate] = [:]
    /// What they have measured this week that wants a look.
    var measures: [UserID: [NotableMeasure]] = [:]
}

extension AssistantService {
    /// Reads what isn't yet read of the clients' chats, and collects the rest.
    func weekMaterial(for requester: Requester, in window: WeekWindow) async throws -> WeekMaterial {
        let actor = requester.actor
        var material = WeekMaterial()
        let start = window.now.adding(seconds: -WeekMaterial.reachDays * 86_400)
        let clients = try await chatReader.database.read { connection in
            try WeekClient.all(of: actor, on: connection).map { client in
                (client, isActive: try client.hasTalked(with: actor, since: start, on: connection))
            }
        }
        for (client, isActive) in clients {
            var client = client
            if isActive, let chat = client.chat {
                do {
                    _ = try await chatReader.refresh(chat, for: actor)
                } catch let error as SpotterError where error.code == .notAMember {
                    client.chat = nil
                }
            }
            material.clients.append(client)
        }
        if let inbox = sources.inbox {
            for item in try await inbox.items(for: actor) { material.inbox[item.chatId] = item }
        }
        if let calendar = sources.events {
            for event in try await calendar.events(of: actor, from: start, to: window.horizon) {
                if let client = event.clientId { material.events[client, default: []].append(event) }
            }
        }
        if let measures = sources.measures {
            material.measures = try await measures.notable(
                of: material.clients.map(\.id),
                during: window.since..<window.now.adding(seconds: 86_400),
                for: actor.userId
            )
        }
        func said(_ words: [String]) async throws -> [ChatID: [VisibleMessage]] {
            let found = try await search.messages(
                withAnyOf: words,
                in: material.clients.compactMap(\.chat),
                since: start,
                limit: WeekMaterial.maxFound,
                for: actor
            )
            return Dictionary(grouping: found, by: \.chatId)
        }
        let (ofPayments, ofPlans) = (try await said(PaymentWords.search), try await said(PlanDateWords.search))
        let present = material.clients
        (material.payments, material.plans) = await BackgroundWork.shared.run(of: actor.userId) {
            var (payments, plans) = ([ChatID: PaymentStatement](), [ChatID: PlanDate]())
            for client in present {
                guard let chat = client.chat else { continue }
                payments[chat] = PaymentReader.read(ofPayments[chat] ?? [], payer: client.id).last
                plans[chat] = await PlanDate.nearest(
                    in: ofPlans[chat] ?? [],
                    of: client,
                    for: requester,
                    in: window
                )
            }
            return (payments, plans)
        }
        return material
    }
}
