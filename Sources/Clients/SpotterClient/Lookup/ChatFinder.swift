public import Domain

/// Finds the chat that a user's input refers to: by id, by the name of a group, or by a person's name or e-mail
/// address.
///
/// An exact match takes precedence over a prefix, and a prefix over a substring; see `NameMatch`.
///
///     let found = try ChatFinder.find("sara", chats: chats, contacts: contacts, me: me)
public enum ChatFinder {
    public enum Found: Sendable, Equatable {
        case chat(Chat)
        /// A contact without a direct chat.
        case contact(Contact)
    }

    public enum Failure: Error, Equatable, CustomStringConvertible {
        case nothing(String)
        case ambiguous(String, candidates: [String])

        public var description: String {
            switch self {
            case .nothing(let text):
                "no chat or contact matches '\(text)'. `spotter chats` lists the chats."
            case .ambiguous(let text, let candidates):
                "'\(text)' could be: \(candidates.prefix(8).joined(separator: ", "))"
                    + (candidates.count > 8 ? " and \(candidates.count - 8) more" : "") + ". Type more of it."
            }
        }
    }

    private struct Candidate {
        let found: Found
        let label: String
        let names: [String]
    }

    /// - Parameter me: excluded when members' names are compared.
    /// - Throws: `Failure.nothing` or `Failure.ambiguous`.
    public static func find(
        _ text: String,
        chats: [Chat],
        contacts: [Contact] = [],
        me: UserID
    ) throws(Failure) -> Found {
        if let id = ChatID(text), let chat = chats.first(where: { $0.id == id }) { return .chat(chat) }
        let all = candidates(chats: chats, contacts: contacts, me: me)
        let hits = NameMatch.best(text, among: all, names: \.names)
        guard let first = hits.first else { throw .nothing(text) }
        guard hits.count == 1 else { throw .ambiguous(text, candidates: hits.map(\.label)) }
        return first.found
    }

    private static func candidates(chats: [Chat], contacts: [Contact], me: UserID) -> [Candidate] {
        let emails = Dictionary(contacts.map { ($0.userId, $0.email) }, uniquingKeysWith: { first, _ in first })
        var talkedTo: Set<UserID> = []
        let fromChats = chats.map { chat in
            guard chat.kind == .direct else {
                return Candidate(found: .chat(chat), label: "\(chat.name) (group)", names: [chat.name.lowercased()])
            }
            let others = chat.members.filter { $0.userId != me }
            talkedTo.formUnion(others.map(\.userId))
            let names = [chat.name] + others.flatMap { [$0.displayName] + (emails[$0.userId].map { [$0] } ?? []) }
            let email = others.first.flatMap { emails[$0.userId] }
            return Candidate(
                found: .chat(chat),
                label: email.map { "\(chat.name) <\($0)>" } ?? chat.name,
                names: names.map { $0.lowercased() }
            )
        }
        let fromContacts = contacts.filter { !talkedTo.contains($0.userId) && $0.userId != me }.map { contact in
            Candidate(
                found: .contact(contact),
                label: "\(contact.displayName) <\(contact.email)>",
                names: [contact.displayName.lowercased(), contact.email.lowercased()]
            )
        }
        return fromChats + fromContacts
    }
}

extension ChatFinder.Found {
    /// Whether `text` is only a part of what this is called, so that somebody else may be meant; see `NameMatch`.
    /// - Parameter contacts: for their addresses.
    public func isGuess(_ text: String, contacts: [Contact], me: UserID) -> Bool {
        switch self {
        case .contact(let contact):
            return NameMatch.isGuess(text, names: [contact.displayName, contact.email, contact.userId.description])
        case .chat(let chat):
            var names = [chat.name, chat.id.description]
            if chat.kind == .direct {
                for other in chat.members where other.userId != me {
                    names += [other.displayName, other.userId.description]
                    names += contacts.filter { $0.userId == other.userId }.map(\.email)
                }
            }
            return NameMatch.isGuess(text, names: names)
        }
    }

    /// What people call it.
    public var name: String {
        switch self {
        case .chat(let chat): chat.name
        case .contact(let contact): contact.displayName
        }
    }
}

extension SpotterHTTP {
    /// The chat that `text` refers to. Creates the direct chat with a contact if there is none yet.
    ///
    /// - Parameters:
    ///   - confirm: called with the name when only a part of it was given, before anything is created. What it
    ///   throws ends the search.
    ///   - learned: called with the chats and contacts that were searched.
    /// - Throws: `ChatFinder.Failure` if nothing or more than one chat matches; `ClientError`.
    public func findChat(
        _ text: String,
        me: UserID,
        confirmingGuess confirm: (_ name: String) throws -> Void = { _ in },
        learned: ([Chat], [Contact]) -> Void = { _, _ in }
    ) async throws -> Chat {
        let chats = try await chats()
        let contacts: [Contact]
        do {
            contacts = try await self.contacts()
        } catch let error as ClientError where error.code == .forbidden || error.code == .notFound {
            contacts = []  // a user who may not list contacts still has chats
        }
        learned(chats, contacts)
        let found = try ChatFinder.find(text, chats: chats, contacts: contacts, me: me)
        if found.isGuess(text, contacts: contacts, me: me) { try confirm(found.name) }
        switch found {
        case .chat(let chat): return chat
        case .contact(let contact): return try await directChat(with: contact.userId)
        }
    }
}
