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

    private static let concurrency = 16

    let rest: RESTClient

    func studios(_ count: Int, clients: Int) async throws -> [Studio] {
        // Makes the addresses unique on the server.
        let group = UUID().uuidString.prefix(8).lowercased()
        let people = try await each(count * (clients + 1)) { number in
            let role: Role = number % (clients + 1) == 0 ? .trainer : .client
            return try await register("\(role)\(number)", "\(role)\(number)-\(group)@bench.example", role)
        }
        let studios = (0..<count).map { number in
            let first = number * (clients + 1)
            return Studio(trainer: people[first], clients: Array(people[(first + 1)..<(first + 1 + clients)]))
        }
        _ = try await each(count * clients) { number in
            let studio = studios[number / clients]
            let client = studio.clients[number % clients]
            let request = ContactRequest(email: client.email)
            let _: ContactResponse = try await rest.post("/v1/contacts", request, token: studio.trainer.token)
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

    private func register(_ name: String, _ email: String, _ role: Role) async throws -> Person {
        let request = RegisterRequest(
            email: email,
            password: Secret("bench-password"),
            displayName: name,
            role: role
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
