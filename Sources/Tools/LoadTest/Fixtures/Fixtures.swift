import Domain
import Foundation
import ServerHarness
import SpotterAPI

/// People and chats for a load, created over REST as clients do.
struct Fixtures: Sendable {
    struct Person: Sendable {
        let id: UserID
        let token: String
        let email: String
    }

    /// A trainer and the clients who are their contacts.
    struct Studio: Sendable {
        let trainer: Person
        let clients: [Person]
        var everyone: [Person] { [trainer] + clients }
    }

    struct Pair: Sendable {
        let trainer: Person
        let client: Person
        let chat: ChatID
    }

    /// Of everybody.
    static let password = "bench-password"
    private static let concurrency = 16

    let rest: RESTClient

    func studios(_ count: Int, clients: Int) async throws -> [Studio] {
        // Makes the addresses unique on the server.
        let group = UUID().uuidString.prefix(8).lowercased()
        let trainers = try await each(count) { number in
            try await register("trainer\(number)", "trainer\(number)-\(group)@bench.example", .trainer)
        }
        // Clients come by their trainer's invitation, so that each of them has agreed.
        let members = try await each(count * clients) { number in
            let trainer = trainers[number / clients]
            let invited: InvitationResponse =
                try await rest.post("/v1/invitations", InvitationRequest(), token: trainer.token)
            let (name, email) = ("client\(number)", "client\(number)-\(group)@bench.example")
            return try await register(name, email, .client, invite: invited.invitation.code)
        }
        let studios = trainers.enumerated().map { number, trainer in
            Studio(trainer: trainer, clients: Array(members[(number * clients)..<((number + 1) * clients)]))
        }
        return studios
    }

    /// Creates a direct chat of each trainer with each of their clients.
    func pairs(_ studios: [Studio]) async throws -> [Pair] {
        let members = studios.flatMap { studio in studio.clients.map { (studio.trainer, $0) } }
        return try await each(members.count) { number in
            let (trainer, client) = members[number]
            let chat = try await chat(NewChatRequest(kind: .direct, memberIds: [client.id]), by: trainer)
            return Pair(trainer: trainer, client: client, chat: chat)
        }
    }

    /// Creates pairs of people with one chat each.
    func pairs(_ count: Int) async throws -> [Pair] { try await pairs(studios(count, clients: 1)) }

    /// A group with all people of a studio.
    func group(_ studio: Studio, name: String) async throws -> ChatID {
        let members = studio.clients.map(\.id)
        return try await chat(NewChatRequest(kind: .group, name: name, memberIds: members), by: studio.trainer)
    }

    private func register(
        _ name: String,
        _ email: String,
        _ role: Role,
        invite: Secret? = nil
    ) async throws -> Person {
        let request = RegisterRequest(
            email: email,
            password: Secret(Self.password),
            displayName: name,
            role: role,
            invite: invite
        )
        let grant: AuthGrant = try await rest.post("/v1/auth/register", request)
        return Person(id: grant.user.id, token: grant.accessToken.reveal(), email: email)
    }

    private func chat(_ request: NewChatRequest, by person: Person) async throws -> ChatID {
        let response: ChatResponse = try await rest.post("/v1/chats", request, token: person.token)
        return response.chat.id
    }

    /// Computes a value for each number, several at a time, in order.
    func each<Value: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: [(Int, Value)].self) { group in
            for worker in 0..<Self.concurrency {
                group.addTask {
                    var values: [(Int, Value)] = []
                    for number in stride(from: worker, to: count, by: Self.concurrency) {
                        values.append((number, try await body(number)))
                    }
                    return values
                }
            }
            let values = try await group.reduce(into: []) { $0 += $1 }
            return values.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
