import Domain
import SpotterAPI
import SpotterClient

/// Contacts, groups and blocks.
extension EffectRunner {
    /// Carries out a command about people. Returns what to print.
    func perform(_ command: PeopleCommand, in open: ChatID?) async throws -> [String] {
        let api = engine.api
        switch command {
        case .invite(let email):
            let invitation = try await api.invite(email: email)
            // A server that doesn't know its public address gives a path.
            let link = (invitation.link.hasPrefix("/") ? "\(api.server)" : "") + invitation.link
            let code = TerminalText.line(invitation.code.reveal())
            return [
                "\(code)  good until \(LocalTime().dateTime(invitation.expiresAt))",
                "They open \(TerminalText.line(link))",
                "or run `spotter chat`, and paste that when it asks for the server.",
            ]
        case .add(let email):
            let contact = try await api.addContact(email: email)
            return [
                contact.state == .accepted
                    ? "\(TerminalText.line(contact.email)) is your client."
                    : "\(TerminalText.line(contact.email)) has been asked; the chat opens once they agree."
            ]
        case .accept(let who): return try await accept(who)
        case .newGroup(let name, let who):
            let chat = try await api.createGroup(name: name, members: try await people(who))
            try await engine.refresh()
            emit(try await self.open(chat))
            return ["Made \(TerminalText.line(chat.name))."]
        case .addToGroup(let who):
            let chat = try await api.add(try await people(who), to: try group(open))
            return ["In \(TerminalText.line(chat.name)) now: \(Self.names(chat))."]
        case .removeFromGroup(let who):
            let group = try group(open)
            guard let chat = try await engine.chat(group) else { throw NoSuchMessage(description: "The chat is gone.") }
            let member = try PersonFinder.find(who, chats: [chat], contacts: [], me: try await me())
            try await api.remove(member, from: group)
            return []
        case .rename(let name):
            _ = try await api.rename(try group(open), to: name)
            return []
        case .block(let who, let isBlocked):
            let user = try await people([who])
            guard let user = user.first else { return [] }
            try await api.block(isBlocked, user)
            return [
                isBlocked ? "Blocked: nothing of theirs reaches you. /unblock takes it back." : "No longer blocked."
            ]
        }
    }

    /// A code, the link with it, or the name of a trainer who has asked.
    private func accept(_ who: String) async throws -> [String] {
        let trainer: Contact
        if let link = InvitationLink(who) {
            if let server = link.server, server != engine.api.server {
                throw NoSuchMessage(description: "This invitation is one of \(server).")
            }
            trainer = try await engine.api.accept(invitation: link.code)
        } else {
            let requests = try await engine.api.contactRequests().requests
            let request = try NameMatch.first(who, in: requests, named: { [$0.displayName] })
            trainer = try await engine.api.accept(request: request.id)
        }
        let chat = try await engine.directChat(with: trainer.userId)
        emit(try await open(chat))
        return ["You are \(TerminalText.line(trainer.displayName))'s client."]
    }

    private func people(_ names: [String]) async throws -> [UserID] {
        let (chats, contacts, me) = (try await engine.chats(), try await engine.api.contacts(), try await me())
        return try names.map { try PersonFinder.find($0, chats: chats, contacts: contacts, me: me) }
    }

    private func me() async throws -> User { try await engine.api.me() }

    private func group(_ open: ChatID?) throws -> ChatID {
        guard let open else { throw NoSuchMessage(description: "Open a group first: /chats, then /open NAME.") }
        return open
    }

    private static func names(_ chat: Chat) -> String {
        chat.members.map { TerminalText.line($0.displayName) }.sorted().joined(separator: ", ")
    }
}
