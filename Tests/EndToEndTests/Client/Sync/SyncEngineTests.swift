import Domain
import Foundation
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

@testable import SpotterClient

/// Sessions against a real server over real sockets.
@Suite(.longTimeLimit) struct SyncEngineTests {
    private let folder = TemporaryFolder()
    private var cache: String { folder.path + "/cache.sqlite" }

    private func texts(_ engine: SyncEngine, _ chat: ChatID) async throws -> [String] {
        try await engine.messages(in: chat).messages.map(\.text)
    }

    private func history(_ server: TestServer, _ user: TestUser, _ chat: ChatID) async throws -> [Message] {
        try await server.api(of: user).messages(in: chat, limit: 200).messages
    }

    @Test func whatWasSeenIsReadableWithoutANetwork() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let api = server.api(of: alex)
            for number in 1...3 {
                _ = try await api.send(Draft(chatId: chat.id, clientMessageId: "m\(number)", text: "text \(number)"))
            }
            let device = try Device(sara, on: server, cache: cache)
            try await device.until { await $0.connectionState.isOnline }
            try await device.engine.loadLatest(in: chat.id)
            #expect(try await texts(device.engine, chat.id) == ["text 1", "text 2", "text 3"])
            _ = try await api.send(Draft(chatId: chat.id, clientMessageId: "m4", text: "text 4"))
            try await device.until { try await texts($0, chat.id).last == "text 4" }
            await device.stop()
            let offline = try Device.engine(sara, on: server, cache: cache)
            #expect(try await texts(offline, chat.id) == ["text 1", "text 2", "text 3", "text 4"])
            #expect(try await offline.chats().map(\.unread) == [4])
        }
    }

    @Test func theTimeIsTheServersOnceItIsConnected() async throws {
        defer { folder.remove() }
        let start = Timestamp(milliseconds: 1_773_234_900_000)
        try await TestServer.run(configure: { $0.now = start }) { server in
            let (_, sara, _) = try await server.pair()
            let device = try Device(sara, on: server, cache: cache)
            try await device.until { await $0.connectionState.isOnline }
            let now = await device.engine.serverNow
            await device.stop()
            #expect((start..<start.adding(minutes: 60)).contains(now))
        }
    }

    @Test func whatWasWrittenOfflineIsSentOnceAndInOrder() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, first) = try await server.pair()
            let mike = try await server.register("Mike", role: .client)
            try await server.addClient(mike, of: alex)
            let second = try await server.api(of: alex).directChat(with: mike.id)
            // Several runs of the program, none of which lives to the end.
            for round in 0..<4 {
                let engine = try Device.engine(alex, on: server, cache: cache)
                for number in 0..<3 {
                    try await engine.send("first \(round * 3 + number)", to: first.id)
                    try await engine.send("second \(round * 3 + number)", to: second.id)
                }
                if round == 1 {
                    // Handed over, and the process ends before the acks are seen.
                    let shaky = try Device(alex, on: server, cache: cache) { ShakyConnector($0, seed: 7) }
                    try await shaky.until { try await $0.outbox().count < 12 }
                    await shaky.stop()
                }
            }
            let device = try Device(alex, on: server, cache: cache) { ShakyConnector($0, seed: 11) }
            try await device.until { try await $0.outbox().isEmpty }
            #expect(try await history(server, alex, first.id).map(\.text) == (0..<12).map { "first \($0)" })
            #expect(try await history(server, alex, second.id).map(\.text) == (0..<12).map { "second \($0)" })
            let shown = try await device.engine.messages(in: first.id)
            #expect(shown.pending.isEmpty)
            await device.stop()
        }
    }

    @Test func aMessageIsShownFromTheMomentItIsWrittenAndOnce() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, chat) = try await server.pair()
            let device = try Device(alex, on: server, cache: cache)
            try await device.until { await $0.connectionState.isOnline }
            let changes = await device.engine.changes()
            try await device.engine.send("hello", to: chat.id)
            var seen: [String] = []
            for await _ in changes {
                let timeline = try await device.engine.messages(in: chat.id)
                let now = timeline.pending.map(\.text) + timeline.messages.map(\.text)
                #expect(now == ["hello"], "always there, never twice")
                seen = timeline.messages.map(\.text)
                if !seen.isEmpty { break }
            }
            await device.stop()
        }
    }

    @Test func aRefusedMessageStaysWithItsReasonUntilItIsDropped() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let mike = try await server.register("Mike", role: .client)
            _ = (alex, sara)
            let device = try Device(mike, on: server, cache: cache)
            let entry = try await device.engine.send("let me in", to: chat.id)
            try await device.until { try await $0.outbox().first?.isFailed == true }
            try await device.engine.retry(entry.id, in: chat.id)
            try await device.until { try await $0.outbox().first?.isFailed == true }
            #expect(try await device.engine.messages(in: chat.id).pending.count == 1)
            #expect(try await device.engine.discard(entry.id, in: chat.id))
            #expect(try await device.engine.outbox().isEmpty)
            await device.stop()
        }
    }

    @Test func aServerThatRestartsLosesAndDoublesNothing() async throws {
        defer { folder.remove() }
        let data = folder.path + "/server"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let (alex, sara, chat) = try await TestServer.run(in: data) { server in
            let pair = try await server.pair()
            let device = try Device(pair.trainer, on: server, cache: cache)
            try await device.engine.send("before", to: pair.chat.id)
            try await device.until { try await $0.outbox().isEmpty }
            await device.stop()
            return pair
        }
        try await TestServer.run(in: data) { server in
            let engine = try Device.engine(alex, on: server, cache: cache)
            try await engine.send("while it was away", to: chat.id)
            _ = try await server.api(of: sara).send(Draft(chatId: chat.id, clientMessageId: "s", text: "from sara"))
            let device = try Device(alex, on: server, cache: cache)
            try await device.until { try await texts($0, chat.id).count == 3 }
            #expect(try await texts(device.engine, chat.id) == ["before", "from sara", "while it was away"])
            await device.stop()
        }
    }

    @Test func readingIsToldToTheServerAlsoLater() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            _ = try await server.api(of: alex).send(Draft(chatId: chat.id, clientMessageId: "m", text: "read me"))
            let first = try Device(sara, on: server, cache: cache)
            try await first.until { try await $0.chat(chat.id)?.unread == 1 }
            let new = try await first.engine.loadNew(in: chat.id)
            #expect(new.timeline.messages.map(\.text) == ["read me"])
            await first.stop()
            try await first.engine.markShown(after: new.after, through: new.through, in: chat.id)
            let second = try Device(sara, on: server, cache: cache)
            try await second.until { try await $0.chat(chat.id)?.unread == 0 }
            #expect(try await server.api(of: sara).chat(chat.id).unread == 0)
            await second.stop()
        }
    }

    @Test func aDraftThatWasKeptBeforeIsSentWhenItIsSet() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, chat) = try await server.pair()
            let device = try Device(alex, on: server, cache: cache)
            try await device.until { await $0.connectionState.isOnline }
            let api = server.api(of: alex)
            for text in ["half", "half a thought"] {
                try await device.engine.keepDraft(text, in: chat.id)
                try await device.engine.setDraft(text, in: chat.id)
                try await device.until { _ in try await api.chat(chat.id).draft?.text == text }
            }
            await device.stop()
        }
    }

    @Test func logoutLeavesNothingBehind() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, chat) = try await server.pair()
            let device = try Device(alex, on: server, cache: cache)
            try await device.until { try await !$0.chats().isEmpty }
            try await device.engine.send("hello", to: chat.id)
            try await device.engine.logout()
            await device.stop()
            guard case .ended(.loggedOut) = await device.engine.connectionState else {
                Issue.record("not ended")
                return
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test func aSessionThatWasEndedElsewhereForgetsWhatItHasRead() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, _, chat) = try await server.pair()
            let device = try Device(alex, on: server, cache: cache)
            try await device.until { try await !$0.chats().isEmpty }
            try await device.until { await $0.connectionState.isOnline }
            try await server.api(of: alex).logout()
            try await device.until { if case .ended = await $0.connectionState { true } else { false } }
            #expect(try await device.engine.chats().isEmpty)
            #expect(try await device.engine.chat(chat.id) == nil)
            await device.stop()
        }
    }
}
