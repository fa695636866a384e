import Domain

/// The people and chats of a seed, created over REST as clients do.
struct CheckFixture: Sendable {
    struct Person: Sendable {
        let id: String
        let token: String
    }

    let people: [Person]
    let chats: [History.Start]

    static func set(_ plan: Plan, through client: ServerClient) async throws -> CheckFixture {
        var people: [Person] = []
        for (number, person) in plan.people.enumerated() {
            let answer = try await client.require(
                "POST",
                "/v1/auth/register",
                [
                    "email": .string(email(plan, number)), "password": "check-password",
                    "displayName": .string("Seed \(plan.seed) person \(number)"),
                    "role": person.isTrainer ? "trainer" : "client",
                ]
            )
            guard let id = answer["user"]?.id, let token = answer["accessToken"]?.string else {
                throw SpotterError(.unavailable, "no account: \(answer.text)")
            }
            people.append(Person(id: id, token: token))
        }
        for number in people.indices.dropFirst() {
            _ = try await client.require(
                "POST",
                "/v1/contacts",
                token: people[0].token,
                ["email": .string(email(plan, number))]
            )
        }
        var chats: [History.Start] = []
        for (number, chat) in plan.chats.enumerated() {
            let members: [JSONValue] = chat.others.map { .string(people[$0].id) }
            let answer = try await client.require(
                "POST",
                "/v1/chats",
                token: people[chat.owner].token,
                chat.isGroup
                    ? ["kind": "group", "name": .string("Group \(number)"), "memberIds": .array(members)]
                    : ["kind": "direct", "memberIds": .array(members)]
            )
            guard let id = answer["chat"]?.id else { throw SpotterError(.unavailable, "no chat: \(answer.text)") }
            let everybody = [chat.owner] + chat.others
            chats.append(History.Start(id: id, owner: people[chat.owner].id, members: everybody.map { people[$0].id }))
        }
        return CheckFixture(people: people, chats: chats)
    }

    private static func email(_ plan: Plan, _ number: Int) -> String { "s\(plan.seed)-p\(number)@check.example" }
}
