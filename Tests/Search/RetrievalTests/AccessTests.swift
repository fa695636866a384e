import Domain
import Messaging
import Retrieval
import SpotterAPI
import TestSupport
import Testing

/// Invariant 6: search answers from the chats that the asker is in now, and from no other.
@Suite(.standardTimeLimit) struct AccessTests {
    @Test(arguments: SearchMode.allCases)
    func nobodyFindsWhatIsNotTheirs(mode: SearchMode) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, tess) = (try await fixture.user("alex", .trainer), try await fixture.user("tess", .trainer))
            var clients: [User] = []
            for number in 0..<4 {
                clients.append(try await fixture.user("client\(number)", .client, of: number < 3 ? alex : tess))
            }
            var owners: [MessageID: Set<UserID>] = [:]
            for (number, client) in clients.enumerated() {
                let trainer = number < 3 ? alex : tess
                let chat = try await fixture.direct(trainer, client)
                for line in 0..<15 {
                    let text = "bananas and oats number \(line)"
                    owners[try await fixture.send(text, to: chat, by: client).id] = [trainer.id, client.id]
                }
            }
            let group = try await fixture.messaging.chats.open(
                .group(name: "Run", with: clients.prefix(3).map(\.id)),
                by: alex.actor
            ).chat.id
            for line in 0..<10 {
                let message = try await fixture.send("bananas run \(line)", to: group, by: alex)
                owners[message.id] = Set([alex.id] + clients.prefix(3).map(\.id))
            }
            try await fixture.index()
            func expectOwnOnly(_ people: [User]) async throws {
                for user in people {
                    let found = try await fixture.find(SearchQuery("bananas", mode: mode, limit: 50), for: user)
                    let own = Set(owners.filter { $0.value.contains(user.id) }.keys)
                    #expect(Set(found).subtracting(own) == [])
                    #expect(found.count == min(50, own.count) && Set(found).count == found.count)
                }
            }
            try await expectOwnOnly([alex, tess] + clients)
            try await fixture.messaging.chats.remove(clients[0].id, from: group, by: alex.actor)
            for (id, users) in owners where users.count == 4 { owners[id] = users.subtracting([clients[0].id]) }
            try await expectOwnOnly([alex, tess] + clients)
            let foreign = SearchQuery("bananas", mode: mode, chatId: group)
            let error = await #expect(throws: SpotterError.self) { try await fixture.find(foreign, for: clients[0]) }
            #expect(error == .notAMember)
        }
    }

    @Test(arguments: SearchMode.allCases)
    func filtersNarrowTheResults(mode: SearchMode) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let alex = try await fixture.user("alex", .trainer)
            let (sara, mike) = (
                try await fixture.user("sara", .client, of: alex), try await fixture.user("mike", .client, of: alex)
            )
            let (one, two) = (try await fixture.direct(alex, sara), try await fixture.direct(alex, mike))
            var sent: [Message] = []
            for number in 0..<30 {
                sent.append(try await fixture.send("bananas \(number)", to: one, by: number % 3 == 0 ? sara : alex))
                sent.append(try await fixture.send("bananas \(number)", to: two, by: number % 3 == 0 ? mike : alex))
            }
            try await fixture.index()
            let cases: [(SearchQuery, (Message) -> Bool)] = [
                (SearchQuery("bananas", chatId: two), { $0.chatId == two }),
                (SearchQuery("bananas", senderId: sara.id), { $0.senderId == sara.id }),
                (SearchQuery("bananas", since: sent[40].createdAt), { $0.createdAt >= sent[40].createdAt }),
                (SearchQuery("bananas", until: sent[10].createdAt), { $0.createdAt < sent[10].createdAt }),
                (
                    SearchQuery("bananas", chatId: one, senderId: alex.id, since: sent[20].createdAt),
                    { $0.chatId == one && $0.senderId == alex.id && $0.createdAt >= sent[20].createdAt }
                ),
            ]
            for (query, fits) in cases {
                var query = query
                (query.mode, query.limit) = (mode, 50)
                let found = try await fixture.find(query, for: alex)
                #expect(Set(found) == Set(sent.filter(fits).map(\.id)) && found.count == Set(found).count)
            }
        }
    }

    @Test(arguments: ["", "  ", String(repeating: "x", count: 1001)])
    func badQueriesAreRefused(text: String) async throws {
        try await RetrievalFixture.run(nil) { fixture in
            let alex = try await fixture.user("alex", .trainer)
            let error = await #expect(throws: SpotterError.self) {
                try await fixture.find(SearchQuery(text), for: alex)
            }
            #expect(error?.code == .invalidRequest)
        }
    }
}
