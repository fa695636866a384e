import AssistantTools
import BuiltInAnswers
import ChatInsights
import Contacts
import Domain
import Foundation
import Measures
import Messaging
import Retrieval
import Scheduling
import SpotterAPI
import Storage

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
