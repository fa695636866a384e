import Domain
import Synchronization

/// What a device reads over REST.
extension Device {
    /// Fetches the chats that events are to build on, where that isn't done yet.
    func fetchBases() async {
        while let chat = state.withLock({ $0.needsBase.popFirst() }) {
            let began = recorder.tick()
            guard let answer = await door.call("GET", "/v1/chats/\(chat)", token: me.token) else {
                // Nobody knows; the next connection asks again.
                state.withLock { _ = $0.needsBase.insert(chat) }
                return
            }
            guard answer.status == 200, let fetched = answer.body["chat"] else { continue }
            guard let messages = await history(of: chat) else {
                state.withLock { _ = $0.needsBase.insert(chat) }
                return
            }
            recorder.note { history, tick in
                history.bases.append(.init(device: name, began: began, tick: tick, chat: fetched, messages: messages))
            }
            state.withLock { state in for message in messages { state.know(message, user: me.id) } }
        }
    }

    /// All messages of a chat; `nil` without an answer.
    func history(of chat: String) async -> [JSONValue]? {
        var messages: [JSONValue] = []
        while true {
            let after = messages.last?.seq ?? 0
            let path = "/v1/chats/\(chat)/messages?after=\(after)&limit=200"
            guard let page = await door.call("GET", path, token: me.token) else { return nil }
            guard page.status == 200 else { return messages }
            messages += page.body["messages"]?.array ?? []
            guard page.body["hasMore"]?.bool == true else { return messages }
        }
    }

    /// One read, written down.
    @discardableResult
    func look(
        _ what: History.Look.What,
        _ method: String,
        _ path: String,
        chat: String?,
        _ json: JSONValue? = nil
    ) async -> JSONValue? {
        let began = recorder.tick()
        guard let answer = await door.call(method, path, token: me.token, json) else { return nil }
        recorder.note { history, tick in
            history.looks.append(
                .init(
                    what: what,
                    user: me.id,
                    device: name,
                    chat: chat,
                    began: began,
                    ended: tick,
                    status: answer.status,
                    body: answer.body
                )
            )
        }
        return answer.status == 200 ? answer.body : nil
    }

    func lookAtAll() async { await look(.chats, "GET", "/v1/chats", chat: nil) }
}
