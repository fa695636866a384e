import Backup
import Domain
import Messaging
import ServerTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import SpotterClient
@testable import SpotterServer

/// A server that was restored from an older backup while clients run: they come to know what it knows.
@Suite(.longTimeLimit, .onSQLite("the server comes back from an archive"))
struct RestoredServerTests {
    /// - Parameter later: messages that the restored server gets before the client is back, from none to more than were
    ///   lost: then the client's position isn't ahead of the server's, but what it knows is another history.
    @Test(arguments: [0, 3, 40]) func aRunningClientHeals(later: Int) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (data, archive, restored) = ("\(folder.path)/data", "\(folder.path)/a.tar", "\(folder.path)/restored")
        let before = try await TestServer.run(in: data) { server in
            let (alex, sara, chat) = try await server.pair()
            let device = try Device(sara, on: server, cache: folder.path + "/c")
            // From here on the device has the whole history.
            try await device.until { await $0.connectionState.isOnline }
            for n in 0..<10 { try await Self.send("kept \(n)", to: chat.id, by: alex, on: server) }
            _ = try await server.server.backups.make(try PartialFile(archive))
            for n in 0..<20 { try await Self.send("lost \(n)", to: chat.id, by: alex, on: server) }
            try await server.api(of: sara).markRead(chat.id, upTo: 30)
            try await device.until { try await $0.chats().first?.seq == 30 }
            try await device.engine.loadLatest(in: chat.id, limit: 100)
            #expect(try await device.engine.messages(in: chat.id, limit: 100).messages.count == 30)
            await device.stop()
            return (alex: alex, sara: sara, chat: chat.id, port: server.address.port)
        }
        _ = try await Restore(archive, to: restored, migrations: ServerSchema.migrations).run()
        try await TestServer.run(in: restored, configure: { $0.port = before.port }) { server in
            for n in 0..<later { try await Self.send("later \(n)", to: before.chat, by: before.alex, on: server) }
            let device = try Device(before.sara, on: server, cache: folder.path + "/c")
            let api = server.api(of: before.sara)
            try await device.until { engine in
                guard try await engine.chats() == api.chats() else { return false }
                try await engine.loadLatest(in: before.chat, limit: 100)
                return try await engine.messages(in: before.chat, limit: 100).messages
                    == api.messages(in: before.chat, limit: 100).messages
            }
            let texts = try await device.engine.messages(in: before.chat, limit: 100).messages.map(\.text)
            #expect(texts == (0..<10).map { "kept \($0)" } + (0..<later).map { "later \($0)" })
            #expect(await MessagingCheck(database: server.server.database).positions().isEmpty)
            try await Self.send("live", to: before.chat, by: before.alex, on: server)
            try await device.until { try await $0.messages(in: before.chat, limit: 100).messages.last?.text == "live" }
            await device.stop()
        }
    }

    private static func send(_ text: String, to chat: ChatID, by user: TestUser, on server: TestServer) async throws {
        _ = try await server.api(of: user).send(
            Draft(chatId: chat, clientMessageId: text, text: text, replyTo: nil)
        )
    }
}
