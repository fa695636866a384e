import Domain
import Foundation
import ServerHarness
import SpotterAPI

/// A trainer, clients with a direct chat each, a group of them all, and messages: the same ones every time.
struct LedgerWorld {
    struct Person: Sendable {
        let id: UserID
        let email: String
        let token: String
    }

    static let password = "correct horse"
    static let query = "knee protein"
    private static let messagesInFirstChat = 400
    private static let messagesInOthers = 8

    let connection: KeptConnection
    let trainer: Person
    let clients: [Person]
    /// The trainer's direct chats, in the order of the clients.
    let chats: [ChatID]
    let group: ChatID

    /// - Parameters:
    ///   - clients: at least two.
    ///   - chats: how many of them have a direct chat.
    static func make(on connection: KeptConnection, clients: Int, chats: Int) throws -> LedgerWorld {
        let trainer = try register("Alex Moore", .trainer, on: connection)
        let people = try (0..<clients).map { number in
            let invited: InvitationResponse =
                try connection.post("/v1/invitations", InvitationRequest(), token: trainer.token)
            let name = number == 0 ? "Sara Lind" : "Person \(number + 100)"
            return try register(name, .client, invite: invited.invitation.code, on: connection)
        }
        func chat(_ request: NewChatRequest) throws -> ChatID {
            let response: ChatResponse = try connection.post("/v1/chats", request, token: trainer.token)
            return response.chat.id
        }
        let world = LedgerWorld(
            connection: connection,
            trainer: trainer,
            clients: people,
            chats: try people.prefix(chats).map { try chat(NewChatRequest(kind: .direct, memberIds: [$0.id])) },
            group: try chat(NewChatRequest(kind: .group, name: "Everybody", memberIds: people.map(\.id)))
        )
        try world.write()
        return world
    }

    private static func register(
        _ name: String,
        _ role: Role,
        invite: Secret? = nil,
        on connection: KeptConnection
    ) throws -> Person {
        let email = name.lowercased().replacingOccurrences(of: " ", with: ".") + "@example.com"
        let request = RegisterRequest(
            email: email,
            password: Secret(password),
            displayName: name,
            role: role,
            invite: invite
        )
        let grant: AuthGrant = try connection.post("/v1/auth/register", request)
        return Person(id: grant.user.id, email: email, token: grant.accessToken.reveal())
    }

    private func write() throws {
        var random = SplitMix64(1)
        for (number, chat) in chats.enumerated() {
            let count = number == 0 ? Self.messagesInFirstChat : Self.messagesInOthers
            for message in 0..<count {
                let sender = message.isMultiple(of: 2) ? clients[number] : trainer
                try send(MadeUpMessages.text(&random), to: chat, by: sender, id: "world-\(number)-\(message)")
            }
        }
        try send("My left knee hurts after the run", to: chats[0], by: clients[0], id: "world-knee")
    }

    private func send(_ text: String, to chat: ChatID, by person: Person, id: String) throws {
        let request = SendMessageRequest(clientMessageId: id, text: text)
        let _: MessageResponse = try connection.post("/v1/chats/\(chat)/messages", request, token: person.token)
    }
}

extension KeptConnection {
    func post<Answer: APIValue>(_ path: String, _ body: some APIValue, token: String? = nil) throws -> Answer {
        let answer = try request("POST", path, token: token, body: [UInt8](try body.json()))
        return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
    }
}
