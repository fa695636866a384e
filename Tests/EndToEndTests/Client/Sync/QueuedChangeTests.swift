import Domain
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// Edits, deletions, reactions and pins that are made without a network.
@Suite(.longTimeLimit) struct QueuedChangeTests {
    private let folder = TemporaryFolder()
    private var cache: String { folder.path + "/cache.sqlite" }

    /// Two messages of the trainer's and one of the client's, which the trainer's device has seen.
    private func world(_ server: TestServer) async throws -> (alex: TestUser, sara: TestUser, chat: ChatID) {
        let (alex, sara, chat) = try await server.pair()
        for (number, user) in [alex, alex, sara].enumerated() {
            let draft = Draft(chatId: chat.id, clientMessageId: "m\(number)", text: "text \(number)")
            _ = try await server.api(of: user).send(draft)
        }
        let device = try Device(alex, on: server, cache: cache)
        try await device.until { try await $0.messages(in: chat.id).messages.count == 3 }
        await device.stop()
        return (alex, sara, chat.id)
    }

    @Test func changesMadeOfflineShowAtOnceAndGoOutOnce() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, sara, chat) = try await world(server)
            let offline = try Device.engine(alex, on: server, cache: cache)
            let ids = try await offline.messages(in: chat).messages.map(\.id)
            try await offline.change(ids[0], in: chat, .edit("corrected"))
            try await offline.change(ids[1], in: chat, .delete)
            try await offline.toggle("👍", of: ids[2], in: chat)
            try await offline.change(ids[2], in: chat, .pin(true))
            // Another run of the program shows them as well.
            let next = try Device.engine(alex, on: server, cache: cache)
            let shown = try await next.messages(in: chat)
            #expect(shown.messages.map(\.text) == ["corrected", "", "text 2"])
            #expect(shown.messages[1].deletedAt != nil && shown.messages[2].hasReaction("👍", of: alex.id))
            #expect(shown.changing == Set(ids))

            let device = try Device(alex, on: server, cache: cache) { ShakyConnector($0, seed: 5) }
            try await device.until { try await $0.queuedChanges().isEmpty }
            let stored = try await server.api(of: sara).messages(in: chat, limit: 50).messages
            #expect(stored.map(\.text) == ["corrected", "", "text 2"])
            #expect(stored[0].editCount == 1 && stored[1].deletedAt != nil)
            #expect(stored[2].reactions == [Reaction(emoji: "👍", userIds: [alex.id])])
            #expect(try await server.api(of: sara).chat(chat).pins == [ids[2]])
            await device.stop()
        }
    }

    /// As after a crash between the server's answer and its note in the cache.
    @Test func whatIsDoneAlreadyIsNotUndone() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, chat) = try await world(server)
            let api = server.api(of: alex)
            let offline = try Device.engine(alex, on: server, cache: cache)
            let ids = try await offline.messages(in: chat).messages.map(\.id)
            try await offline.toggle("👍", of: ids[2], in: chat)
            try await offline.change(ids[0], in: chat, .edit("corrected"))
            try await api.toggleReaction("👍", to: ids[2], in: chat)
            _ = try await api.edit(ids[0], in: chat, text: "corrected")
            let device = try Device(alex, on: server, cache: cache)
            try await device.until { try await $0.queuedChanges().isEmpty }
            #expect(try await api.message(ids[2], in: chat).hasReaction("👍", of: alex.id))
            #expect(try await api.message(ids[0], in: chat).editCount == 1)
            await device.stop()
        }
    }

    @Test func aRefusedChangeIsToldAndGone() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, chat) = try await world(server)
            let device = try Device(alex, on: server, cache: cache)
            try await device.until { await $0.connectionState.isOnline }
            let changes = await device.engine.changes()
            let hers = try await device.engine.messages(in: chat).messages[2]
            try await device.engine.change(hers.id, in: chat, .edit("not mine"))
            for await change in changes {
                guard case .refused(let refused, let error) = change else { continue }
                #expect(refused.change == .edit("not mine") && error.code != nil)
                break
            }
            #expect(try await device.engine.messages(in: chat).messages[2].text == "text 2")
            #expect(try await device.engine.queuedChanges().isEmpty)
            await device.stop()
        }
    }

    @Test func aTextBeingWrittenIsKeptHere() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, chat) = try await world(server)
            let engine = try Device.engine(alex, on: server, cache: cache)
            let mine = try await engine.messages(in: chat).messages[0]
            try await engine.setEditDraft("text 0, half a", of: mine.id, in: chat)
            let next = try Device.engine(alex, on: server, cache: cache)
            #expect(try await next.editDraft(in: chat)?.text == "text 0, half a")
            #expect(try await next.messages(in: chat).messages[0].text == "text 0", "it isn't shown to be changed")
            try await next.change(mine.id, in: chat, .edit("text 0, whole"))
            #expect(try await next.editDraft(in: chat) == nil)
            // It is changed once more before the first change is sent.
            try await next.setEditDraft("text 0, whole and", of: mine.id, in: chat)
            #expect(try await next.editDraft(in: chat)?.text == "text 0, whole and")
            #expect(try await next.queuedChanges().map(\.change) == [.edit("text 0, whole")])
            try await next.setEditDraft(nil, of: mine.id, in: chat)
            #expect(try await next.editDraft(in: chat) == nil)
        }
    }
}
