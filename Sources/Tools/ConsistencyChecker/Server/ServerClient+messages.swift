import Domain
import SpotterAPI

extension ServerClient {
    /// The messages of a chat, as far as they can be read.
    func messages(of chat: ChatID, token: String) async -> [JSONValue] {
        var found: [JSONValue] = []
        while true {
            let path = "/v1/chats/\(chat)/messages?after=\(found.last?.seq ?? 0)&limit=200"
            let page = await request("GET", path, token: token)
            let messages = page?.body["messages"]?.array ?? []
            found += messages
            guard page?.body["hasMore"]?.bool == true, !messages.isEmpty else { return found }
        }
    }
}
