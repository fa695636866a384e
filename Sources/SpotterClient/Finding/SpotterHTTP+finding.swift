public import Domain

extension SpotterHTTP {
    /// The chat that `text` means; starts the direct chat with a contact when there's none yet.
    /// - Throws: `ChatFinder.Failure` when nothing or too much matches.
    public func findChat(_ text: String, me: UserID) async throws -> Chat {
        let chats = try await chats()
        let contacts: [Contact]
        do {
            contacts = try await self.contacts()
        } catch let error as ClientError where error.code == .forbidden || error.code == .notFound {
            contacts = []  // who may not list contacts still has chats
        }
        switch try ChatFinder.find(text, chats: chats, contacts: contacts, me: me) {
        case .chat(let chat): return chat
        case .contact(let contact): return try await directChat(with: contact.userId)
        }
    }
}
