import Domain
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// People act at random over REST, one device follows over a bad network and dies now and then; in the end what it
/// has is what a fresh fetch gives.
@Suite(.longTimeLimit) struct LiveEqualsFreshTests {
    @Test(arguments: TestLength.choose(0..<2, full: 0..<6) as Range<UInt64>) func afterRandomOperations(seed: UInt64)
        async throws
    {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run { server in
            var random = SeededRandom(seed: seed)
            let alex = try await server.register("Alex", role: .trainer)
            let sara = try await server.register("Sara", role: .client)
            let mike = try await server.register("Mike", role: .client)
            for client in [sara, mike] { try await server.addClient(client, of: alex) }
            let group = try await server.group("Run Club", of: alex, with: [sara, mike])
            let direct = try await server.api(of: alex).directChat(with: sara.id)
            let people = try [alex, sara, mike].map { try Actor(server.api(of: $0), $0.id, [group.id, direct.id]) }
            var device = try Device(sara, on: server, cache: folder.path + "/c") { ShakyConnector($0, seed: seed) }
            for round in 0..<60 {
                await people.randomElement(using: &random)?.act(using: &random)
                switch Int.random(in: 0..<14, using: &random) {
                case 0:
                    await device.stop()
                    device = try Device(sara, on: server, cache: folder.path + "/c") {
                        ShakyConnector($0, seed: seed &* 1000 &+ UInt64(round))
                    }
                case 1: try? await device.engine.loadLatest(in: group.id, limit: 7)
                case 2: await loadOlder(device.engine, group.id)
                case 3: try await device.engine.send("from the device \(round)", to: group.id)
                case 4:
                    let new = try await device.engine.loadNew(in: group.id)
                    try await device.engine.markShown(after: new.after, through: new.through, in: group.id)
                case 5: try await device.engine.setDraft("draft \(round)", in: direct.id)
                default: break
                }
            }
            let api = server.api(of: sara)
            try await device.until { engine in
                guard try await engine.outbox().isEmpty else { return false }
                return try await engine.chats() == api.chats()
            }
            for chat in [group.id, direct.id] {
                try await device.engine.loadLatest(in: chat)
                while let gap = await gap(device.engine, chat) {
                    try await device.engine.loadOlder(in: chat, before: gap)
                }
                // What it was told while it was away may still be on its way, each event a step behind what was fetched.
                try await device.until { engine in
                    let known = try await engine.messages(in: chat, limit: 500).messages
                    return try await known == api.messages(in: chat, limit: 200).messages
                }
                let known = try await device.engine.messages(in: chat, limit: 500)
                let fresh = try await api.messages(in: chat, limit: 200).messages
                #expect(known.messages.map(\.text) == fresh.map(\.text))
                #expect(known.messages == fresh)
                #expect(!known.hasEarlier)
            }
            await device.stop()
        }
    }

    private func gap(_ engine: SyncEngine, _ chat: ChatID) async -> Int64? {
        let rows = (try? await engine.messages(in: chat, limit: 500).rows) ?? []
        return rows.lazy.compactMap { if case .gap(let seq) = $0 { seq } else { nil } }.first
    }

    private func loadOlder(_ engine: SyncEngine, _ chat: ChatID) async {
        if let gap = await gap(engine, chat) { try? await engine.loadOlder(in: chat, before: gap, limit: 5) }
    }
}

/// Somebody who does things at random. What the server refuses wasn't done.
private struct Actor {
    private let api: SpotterHTTP
    private let id: UserID
    private let chats: [ChatID]

    init(_ api: SpotterHTTP, _ id: UserID, _ chats: [ChatID]) throws {
        self.api = api
        self.id = id
        self.chats = chats
    }

    func act(using random: inout SeededRandom) async {
        guard let chat = chats.randomElement(using: &random) else { return }
        let number = random.next() % 100_000
        let choice = Int.random(in: 0..<12, using: &random)
        let messages = (try? await api.messages(in: chat, limit: 200).messages) ?? []
        let any = messages.randomElement(using: &random)
        let own = messages.filter { $0.senderId == id }.randomElement(using: &random)
        switch choice {
        case 0..<4:
            let draft = Draft(
                chatId: chat,
                clientMessageId: "r\(number)",
                text: number % 3 == 0 ? "@Sara look \(number)" : "text \(number)",
                replyTo: number % 4 == 0 ? any?.id : nil
            )
            _ = try? await api.send(draft)
        case 4: if let own { _ = try? await api.edit(own.id, in: chat, text: "edited \(number) @Sara") }
        case 5: if let own { try? await api.delete(own.id, in: chat) }
        case 6, 7: if let any { try? await api.toggleReaction("👍", to: any.id, in: chat) }
        case 8: if let any { try? await api.pin(number % 3 > 0, any.id, in: chat) }
        case 9: _ = try? await api.rename(chat, to: "Name \(number)")
        case 10: try? await api.mute(chat, until: number % 2 == 0 ? .latest : nil)
        default: if let any { _ = try? await api.markRead(chat, upTo: any.seq) }
        }
    }
}
