import Domain
import Importing
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient
@testable import SpotterServer

/// Messages are imported into a chat that clients have: what they keep becomes what a fresh one would fetch.
@Suite(.longTimeLimit)
struct ImportedHistoryTests {
    /// - Parameter live: messages in the chat before; later: afterwards, while one of the devices is away.
    @Test(arguments: [(live: 0, later: 1), (live: 5, later: 0), (live: 30, later: 3), (live: 230, later: 210)])
    func devicesConverge(live: Int, later: Int) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let connected = try Device(sara, on: server, cache: folder.path + "/connected")
            let away = try Device(sara, on: server, cache: folder.path + "/away")
            try await connected.until { await $0.connectionState.isOnline }
            try await away.until { await $0.connectionState.isOnline }
            for n in 0..<live { try await Self.send("live \(n)", to: chat.id, by: alex, on: server) }
            if live > 3 { try await server.api(of: sara).markRead(chat.id, upTo: 3) }
            for device in [connected, away] {
                try await device.until { try await $0.chats().first?.seq == Int64(live) }
                try await device.engine.loadLatest(in: chat.id, limit: 200)
            }
            await away.stop()
            let unread = try await server.api(of: sara).chat(chat.id).unread
            let lines = (0..<40).map { n in
                #"{"type":"message","chat":"c","ref":"i\#(n)","sender":"\#(alex.user.email)","sentAt":"2026-01-05T08:\#(10 + n):00Z","text":"old \#(n)"}"#
            }
            let head =
                #"{"type":"chat","ref":"c","kind":"direct","members":["\#(alex.user.email)","\#(sara.user.email)"]}"#
            let report = try await server.server.useCases.importer.run(
                Array(([head] + lines).joined(separator: "\n").utf8)
            )
            #expect(report.messages.added == 40)
            #expect(try await server.api(of: sara).chat(chat.id).unread == unread)
            for n in 0..<later { try await Self.send("later \(n)", to: chat.id, by: alex, on: server) }
            let back = try Device(sara, on: server, cache: folder.path + "/away")
            let api = server.api(of: sara)
            for device in [connected, back] {
                try await device.until { engine in
                    guard try await engine.chats() == api.chats() else { return false }
                    try await engine.loadLatest(in: chat.id, limit: 200)
                    return try await engine.messages(in: chat.id, limit: 50).messages
                        == api.messages(in: chat.id, limit: 50).messages
                }
                let chats = try await device.engine.chats()
                #expect(chats.first?.unread == unread + later)
                // The rest of the history, page by page.
                var shown = try await device.engine.messages(in: chat.id, limit: 1000)
                while case .gap(let before)? = shown.rows.first {
                    try await device.engine.loadOlder(in: chat.id, before: before, limit: 200)
                    shown = try await device.engine.messages(in: chat.id, limit: 1000)
                }
                let expected =
                    (0..<40).map { "old \($0)" } + (0..<live).map { "live \($0)" } + (0..<later).map { "later \($0)" }
                #expect(shown.messages.map(\.text) == expected)
                #expect(!shown.hasEarlier)
                await device.stop()
            }
        }
    }

    private static func send(_ text: String, to chat: ChatID, by user: TestUser, on server: TestServer) async throws {
        _ = try await server.api(of: user).send(
            Draft(chatId: chat, clientMessageId: text, text: text, replyTo: nil)
        )
    }
}
