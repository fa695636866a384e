public import Domain
public import SpotterAPI

extension SearchResponse {
    /// Messages of the local copy, in the form of the server's answer.
    /// - Parameters:
    ///   - chats: those of the cache, which know the senders' names.
    ///   - reason: why the server couldn't be asked.
    public init(cached messages: some Sequence<Message>, of chats: [Chat], because reason: ClientError) {
        let results = messages.map { message in
            let members = chats.first { $0.id == message.chatId }?.members ?? []
            return SearchResult(
                messageId: message.id,
                chatId: message.chatId,
                clientMessageId: message.clientMessageId,
                senderId: message.senderId,
                senderName: members.first { $0.userId == message.senderId }?.displayName ?? "someone",
                text: message.text,
                sentAt: message.createdAt,
                score: 0,
                match: .text
            )
        }
        let degraded = "\(reason); only words were looked for, in the messages that this machine has."
        self.init(results: results, mode: .text, degraded: degraded)
    }
}
