import Domain
import SpotterAPI
import Synchronization

/// Reads over REST.
extension Device {
    /// Fetches the chats to which events will be applied, unless that has been done already.
    func fetchBaselines() async {
        while let chat = state.withLock({ $0.needsBaseline.popFirst() }) {
            let began = recorder.tick()
            let answer = await client.request("GET", "/v1/chats/\(chat)", token: me.token)
            guard let answer, answer.status <= 500 else {
                // The next connection tries again.
                state.withLock { _ = $0.needsBaseline.insert(chat) }
                return
            }
            guard answer.status == 200, let fetched = answer.body["chat"] else { continue }
            guard let messages = await history(of: chat) else {
                state.withLock { _ = $0.needsBaseline.insert(chat) }
                return
            }
            recorder.note { history, tick in
                history.baselines.append(
                    .init(device: name, began: began, tick: tick, chat: fetched, messages: messages)
                )
            }
            state.withLock { state in for message in messages { state.remember(message, user: me.id) } }
        }
    }

    /// All messages of a chat; `nil` without a response, or if the server can't give one at the moment.
    func history(of chat: ChatID) async -> [JSONValue]? {
        var messages: [JSONValue] = []
        while true {
            let after = messages.last?.seq ?? 0
            let path = "/v1/chats/\(chat)/messages?after=\(after)&limit=200"
            guard let page = await client.request("GET", path, token: me.token), page.status <= 500 else { return nil }
            guard page.status == 200 else { return messages }
            messages += page.body["messages"]?.array ?? []
            guard page.body["hasMore"]?.bool == true else { return messages }
        }
    }

    /// One read, recorded in the history.
    @discardableResult
    func read(
        _ kind: History.Read.Kind,
        _ method: String,
        _ path: String,
        chat: ChatID?,
        _ body: (any APIValue)? = nil
    ) async -> JSONValue? {
        let began = recorder.tick()
        guard let answer = await client.request(method, path, token: me.token, body), answer.status <= 500 else {
            return nil
        }
        recorder.note { history, tick in
            history.reads.append(
                .init(
                    kind: kind,
                    user: me.id.description,
                    device: name,
                    chat: chat?.description,
                    began: began,
                    ended: tick,
                    status: answer.status,
                    body: answer.body
                )
            )
        }
        return answer.status == 200 ? answer.body : nil
    }

    func readChatList() async { await read(.chats, "GET", "/v1/chats?empty=true", chat: nil) }
}
