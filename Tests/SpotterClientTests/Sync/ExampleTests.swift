import Domain
import SpotterClient

/// The example of `SpotterSession`'s documentation, word for word: that it's here means that it compiles.
func talk(api: SpotterHTTP, me: UserID, deviceId: String) async throws {
    let path = try CacheLocation.path(of: me, at: api.server)
    let session = SpotterSession(api: api, deviceId: deviceId, cache: try ClientCache(path: path, me: me))
    let changes = await session.changes()
    let running = Task { await session.run() }
    defer { running.cancel() }
    if let chat = try await session.chats().first {
        try await session.send("On my way", to: chat.id)
    }
    for await change in changes {
        guard case .chats(let ids) = change else { continue }
        for id in ids { print(try await session.messages(in: id).messages.last?.text ?? "") }
    }
}
