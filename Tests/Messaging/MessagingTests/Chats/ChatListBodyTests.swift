import Domain
import Foundation
import MessagingTestKit
import SpotterAPI
import Testing

@testable import Messaging

/// A chat list that is written from rows has the bytes of the one that is made of values.
@Suite struct ChatListBodyTests {
    @Test func bytesAreThoseOfTheValues() async throws {
        try await MessagingFixture.run { fixture in
            let (group, members) = try await fixture.group(clients: 3)
            let (trainer, one, two) = (members[0], members[1], members[2])
            let services = fixture.services
            let direct = try await services.chats.open(.direct(with: one.id), by: trainer.actor).chat.id
            let empty = try await services.chats.open(.direct(with: two.id), by: trainer.actor).chat.id
            func expectSameBytes() async throws {
                for viewer in members {
                    for withEmpty in [true, false] {
                        let chats = try await services.chats.list(for: viewer.actor, withEmpty: withEmpty)
                        let body = try await services.chats.listBody(for: viewer.actor, withEmpty: withEmpty)
                        #expect(body == ServerFrames.chats(chats))
                    }
                }
            }
            try await expectSameBytes()
            let plain = try await fixture.send("\"plain\" 👍", "1", to: direct, by: one).message
            let asked = try await fixture.send("@client2 here?", "2", to: group, by: trainer).message
            try await expectSameBytes()
            try await services.chats.setPinned(true, plain.id, in: direct, by: one.actor)
            _ = try await services.drafts.put("later", replyTo: asked.id, in: group, by: two.actor)
            _ = try await fixture.send("yes", "3", to: group, by: two, replyTo: asked.id)
            _ = try await services.receipts.advance(.read, to: asked.seq, in: group, by: one.actor)
            _ = try await services.receipts.advance(.delivered, to: plain.seq, in: direct, by: trainer.actor)
            try await expectSameBytes()
            try await services.chats.remove(members[3].id, from: group, by: members[3].actor)
            try await expectSameBytes()
            #expect(try await services.chats.list(for: two.actor, withEmpty: false).map(\.id) == [group])
            #expect(try await services.chats.list(for: two.actor).map(\.id).contains(empty))

            func changes(since known: [ChatID: String]) async throws -> ChatChangesResponse {
                let body = try await services.chats.changesBody(for: trainer.actor, since: known)
                return try JSONDecoder().decode(ChatChangesResponse.self, from: Data(body))
            }
            let all = try await changes(since: [:])
            let chats = try await services.chats.list(for: trainer.actor)
            #expect(all.chats.map(\.chat) == chats && all.gone == [])
            var known = Dictionary(uniqueKeysWithValues: all.chats.map { ($0.chat.id, $0.tag) })
            known[ChatID(high: 1, low: 1)] = "0011223344556677"
            let same = try await changes(since: known)
            #expect(same.chats == [] && same.gone == [ChatID(high: 1, low: 1)])
            known[direct] = "0011223344556677"
            #expect(try await changes(since: known).chats.map(\.chat.id) == [direct])
        }
    }
}
