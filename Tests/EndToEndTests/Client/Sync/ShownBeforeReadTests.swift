import Domain
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// Nobody is ever told "read" for a message that no device of its reader has shown.
@Suite(.longTimeLimit) struct ShownBeforeReadTests {
    /// A device that opens the chat, shows what the engine gives it, and restarts now and then.
    private struct Screen {
        let name: String
        var device: Device
        var position: Int64?
        var restarts: UInt64 = 0

        init(_ name: String, _ user: TestUser, _ server: TestServer, _ folder: String, seed: UInt64) throws {
            self.name = name
            device = try Device(user, on: server, cache: "\(folder)/\(name)") { ShakyConnector($0, seed: seed) }
        }

        /// Shows the next part of the chat. The test keeps what was on the screen, beside the engine.
        mutating func read(_ chat: ChatID, limit: Int) async throws -> [Message] {
            let new = try await device.engine.loadNew(in: chat, after: position, context: 3, limit: limit)
            #expect(!new.timeline.rows.contains { if case .gap = $0 { true } else { false } })
            position = new.through
            let messages = new.timeline.messages
            try await device.engine.markShown(after: new.after, through: new.through, in: chat)
            return messages
        }

        mutating func restart(_ user: TestUser, _ server: TestServer, _ folder: String, seed: UInt64) async throws {
            await device.stop()
            restarts += 1
            let seed = seed &* 1000 &+ restarts
            device = try Device(user, on: server, cache: "\(folder)/\(name)") { ShakyConnector($0, seed: seed) }
            position = nil
        }
    }

    @Test(arguments: TestLength.choose(0..<2, full: 0..<4) as Range<UInt64>) func whateverDevicesDo(seed: UInt64)
        async throws
    {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run { server in
            var random = SeededRandom(seed: seed)
            let alex = try await server.register("Alex", role: .trainer)
            let sara = try await server.register("Sara", role: .client)
            try await server.addClient(sara, of: alex)
            let (writer, reader) = (server.api(of: alex), server.api(of: sara))
            let chat = try await writer.directChat(with: sara.id).id
            var screens = try ["phone", "desk"].map { try Screen($0, sara, server, folder.path, seed: seed) }
            var seen: Set<Int64> = []
            var sent: [Message] = []
            var checked: Int64 = 0
            for round in 0..<30 {
                let index = Int.random(in: 0..<screens.count, using: &random)
                switch Int.random(in: 0..<12, using: &random) {
                case 0..<4:
                    for number in 0..<Int.random(in: 1...15, using: &random) {
                        let draft = Draft(chatId: chat, clientMessageId: "\(round)-\(number)", text: "text \(round)")
                        sent.append(try await writer.send(draft))
                    }
                case 4: if let last = sent.last { try? await writer.delete(last.id, in: chat) }
                case 5:
                    if let any = sent.randomElement(using: &random) {
                        try? await writer.toggleReaction("👍", to: any.id, in: chat)
                    }
                case 6: _ = try await reader.send(Draft(chatId: chat, clientMessageId: "own \(round)", text: "mine"))
                case 7: try await screens[index].restart(sara, server, folder.path, seed: seed &+ UInt64(round))
                case 8: try? await screens[index].device.engine.loadLatest(in: chat, limit: 5)
                default:
                    let limit = Int.random(in: 1...20, using: &random)
                    // A device that hasn't synced yet knows no chat.
                    let shown = (try? await screens[index].read(chat, limit: limit)) ?? []
                    seen.formUnion(shown.map(\.seq))
                }
                checked = try await check(reader, writer, chat, seen, sara.id, after: checked)
            }
            // In the end, everything is shown somewhere and so is read.
            let device = screens[0].device
            try await device.until { _ in
                let shown = try await screens[0].read(chat, limit: 500)
                seen.formUnion(shown.map(\.seq))
                return try await reader.chat(chat).unread == 0
            }
            _ = try await check(reader, writer, chat, seen, sara.id, after: checked)
            for screen in screens { await screen.device.stop() }
        }
    }

    /// Neither the server's cursor nor what the sender is told passes a message that wasn't shown.
    private func check(
        _ reader: SpotterHTTP,
        _ writer: SpotterHTTP,
        _ chat: ChatID,
        _ seen: Set<Int64>,
        _ me: UserID,
        after checked: Int64
    ) async throws -> Int64 {
        let told = try await writer.chat(chat).members.first { $0.userId == me }?.readSeq ?? 0
        let cursor = max(told, try await reader.chat(chat).readSeq)
        guard cursor > checked else { return cursor }
        var before: Int64?
        while true {
            let page = try await writer.messages(in: chat, before: before, limit: 200)
            for message in page.messages where message.seq <= cursor && message.senderId != me {
                #expect(seen.contains(message.seq) || message.deletedAt != nil, "\(message.seq) of \(cursor)")
            }
            guard page.hasMore, let first = page.messages.first else { return cursor }
            before = first.seq
        }
    }
}
