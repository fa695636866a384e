import Domain
import SpotterAPI

/// The people and chats of a seed, created over REST as clients do.
struct CheckFixture: Sendable {
    struct Person: Sendable {
        let id: UserID
        let token: String
    }

    struct Chat: Sendable {
        let id: ChatID
        let owner: UserID
        let members: [UserID]
    }

    let people: [Person]
    let chats: [Chat]

    /// The chats for the history.
    var starts: [History.Start] {
        chats.map { chat in
            History.Start(
                id: chat.id.description,
                owner: chat.owner.description,
                members: chat.members.map(\.description)
            )
        }
    }

    static func set(_ plan: Plan, through client: ServerClient) async throws -> CheckFixture {
        var people: [Person] = []
        for (number, person) in plan.people.enumerated() {
            let request = RegisterRequest(
                email: email(plan, number),
                password: Secret("check-password"),
                displayName: "Seed \(plan.seed) person \(number)",
                role: person.isTrainer ? .trainer : .client
            )
            let grant: AuthGrant = try await client.post("/v1/auth/register", request)
            people.append(Person(id: grant.user.id, token: grant.accessToken.reveal()))
        }
        for number in people.indices.dropFirst() {
            let request = ContactRequest(email: email(plan, number))
            let added: AddedContactResponse = try await client.post("/v1/contacts", request, token: people[0].token)
            if let id = added.contact.id { try await client.agree(to: id, token: people[number].token) }
        }
        var chats: [Chat] = []
        for (number, chat) in plan.chats.enumerated() {
            let owner = people[chat.owner]
            let others = chat.others.map { people[$0].id }
            let request =
                chat.isGroup
                ? NewChatRequest(kind: .group, name: "Group \(number)", memberIds: others)
                : NewChatRequest(kind: .direct, memberIds: others)
            let response: ChatResponse = try await client.post("/v1/chats", request, token: owner.token)
            chats.append(Chat(id: response.chat.id, owner: owner.id, members: [owner.id] + others))
        }
        return CheckFixture(people: people, chats: chats)
    }

    private static func email(_ plan: Plan, _ number: Int) -> String { "s\(plan.seed)-p\(number)@check.example" }
}
