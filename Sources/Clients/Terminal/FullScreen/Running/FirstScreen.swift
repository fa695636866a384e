import Domain
import SpotterClient

/// What is on the screen at the start: what the cache has. Asks the server for nothing.
struct FirstScreen {
    let engine: SyncEngine
    let me: User
    let settings: ChatSettingsFile
    /// Whether the terminal has arrows.
    let isUnicode: Bool

    /// - Parameters:
    ///   - chats: all chats of the cache.
    ///   - chat: opened at once, with its newest page.
    /// - Returns: the model, and what is to be started when its frame is drawn.
    /// - Throws: an error if the cache can't be read.
    func read(
        _ chats: [Chat],
        opening chat: Chat?,
        size: ScreenSize
    ) async throws -> (model: AppModel, effects: [AppEffect]) {
        var model = AppModel(me: me, size: size, clock: engine.wallClock)
        model.keyMap = settings.keyMap
        model.settings = settings.app
        model.namesKeysInWords = !isUnicode
        var effects = model.handle(.shared(.chatsUpdated(chats)))
        model.list.setWaiting(try await engine.waiting(among: chats))
        effects += model.handle(.shared(.outbox(try await engine.outbox())))
        effects += model.handle(.shared(.started))
        for problem in settings.problems.prefix(1) { effects += model.handle(.told(problem, .failed)) }
        guard let chat else { return (model, effects + [.readCommand(nil)]) }
        effects += model.handle(.shared(.opened(chat, draft: "")))
        if let timeline = model.timeline {
            let page = try await engine.history(of: chat.id, before: nil, limit: timeline.limit)
            effects.removeAll { $0 == .load(chat.id, before: nil, limit: timeline.limit) }
            effects += model.handle(.history(chat.id, page))
        }
        return (model, effects)
    }
}

extension SyncEngine {
    /// A window of a chat's history from the cache.
    func history(of chat: ChatID, before end: Int64?, limit: Int) throws -> LoadedHistory {
        let timeline = try messages(in: chat, before: end, limit: limit)
        return LoadedHistory(timeline: timeline, end: end, limit: limit, position: try position(of: chat))
    }
}
