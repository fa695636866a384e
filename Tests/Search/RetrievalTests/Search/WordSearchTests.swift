import Domain
import Retrieval
import SpotterAPI
import Testing

/// The mode `text`, which is also what is left without a model.
@Suite struct WordSearchTests {
    private func find(_ text: String, _ fixture: RetrievalFixture, _ user: User) async throws -> [SearchResult] {
        try await fixture.search.search(SearchQuery(text, mode: .text), for: user.actor).results
    }

    @Test func allWordsCountForTheOrder() async throws {
        try await RetrievalFixture.run(nil) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            for text in ["is her knee better", "a bad knee again", "what my knee says", "new knee brace"] {
                try await fixture.send(text, to: chat, by: tom)
            }
            #expect(try await find("how is my knee", fixture, sara).first?.text == "what my knee says")
            #expect(try await find("how is her knee", fixture, sara).first?.text == "is her knee better")
        }
    }

    @Test(arguments: ["who has the zebra", "is my zebra", "what was the zebra's name?"])
    func nothingIsFoundByFunctionWordsAlone(query: String) async throws {
        try await RetrievalFixture.run(nil) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            try await fixture.send("who has the ball? is it my turn? what was the plan", to: chat, by: tom)
            #expect(try await find(query, fixture, sara).isEmpty)
            try await fixture.send("a zebra", to: chat, by: tom)
            #expect(try await find(query, fixture, sara).map(\.text).contains("a zebra"))
        }
    }

    @Test func functionWordsAreFoundIfThereAreNoOthers() async throws {
        try await RetrievalFixture.run(nil) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            try await fixture.send("you would, would you", to: chat, by: tom)
            #expect(try await find("would you", fixture, sara).count == 1)
        }
    }

    @Test func highlightsShowTheTopicOnly() async throws {
        try await RetrievalFixture.run(nil) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            try await fixture.send("what my knee says", to: chat, by: tom)
            let found = try await find("how is my knee", fixture, sara)
            #expect(found.first?.highlights == [SearchHighlight(kind: .word, start: 8, length: 4)])
        }
    }

    @Test func aNeighbourWithTheWordsLiftsAMessage() async throws {
        try await RetrievalFixture.run(nil) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            try await fixture.send("tuesday then", to: chat, by: tom, id: "beside")
            try await fixture.send("yoga yoga yoga", to: chat, by: sara)
            for number in 0..<3 { try await fixture.send("nothing \(number)", to: chat, by: tom) }
            try await fixture.send("tuesday then", to: chat, by: tom, id: "alone")
            let ids = try await find("yoga tuesday", fixture, sara).map(\.clientMessageId)
            #expect(ids.firstIndex(of: "beside") ?? 9 < ids.firstIndex(of: "alone") ?? 0, "\(ids)")
            #expect(!ids.contains("nothing 0"), "a neighbour without any of the words isn't found")
        }
    }
}
