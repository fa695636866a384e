import Domain
import ServerTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

/// "Delivered" is told of messages that a device has stored.
@Suite(.longTimeLimit) struct DeliveryReceiptTests {
    private let folder = TemporaryFolder()
    private var cache: String { folder.path + "/cache.sqlite" }

    /// What was written before the first log-in is fetched, page after page, before it counts as delivered.
    @Test func whatWasMissedIsStoredBeforeItIsDelivered() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let api = server.api(of: alex)
            for number in 1...230 {
                _ = try await api.send(Draft(chatId: chat.id, clientMessageId: "m\(number)", text: "text \(number)"))
            }
            let device = try Device(sara, on: server, cache: cache)
            try await device.until { _ in
                try await api.chat(chat.id).members.first { $0.userId == sara.id }?.deliveredSeq == 230
            }
            await device.stop()
            // Everything is readable without a network.
            let offline = try Device.engine(sara, on: server, cache: cache)
            let record = try await offline.record(of: chat.id)
            #expect(record?.contiguousEnd(after: 0) == 230)
            let first = try await offline.loadNew(in: chat.id, limit: 10)
            #expect(first.timeline.rows.count >= 10 && first.rest == .more)
        }
    }

    @Test func whatComesLiveIsDeliveredAtOnce() async throws {
        defer { folder.remove() }
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let api = server.api(of: alex)
            let device = try Device(sara, on: server, cache: cache)
            try await device.until { await $0.connectionState.isOnline }
            _ = try await api.send(Draft(chatId: chat.id, clientMessageId: "m1", text: "text 1"))
            try await device.until { _ in
                try await api.chat(chat.id).members.first { $0.userId == sara.id }?.deliveredSeq == 1
            }
            await device.stop()
        }
    }
}

extension SyncEngine {
    fileprivate func record(of chat: ChatID) throws -> CachedChat? { try cache.read { try $0.record(of: chat) } }
}
