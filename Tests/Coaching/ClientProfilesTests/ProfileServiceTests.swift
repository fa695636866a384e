import Accounts
import ClientProfilesTestKit
import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import ClientProfiles

@Suite struct ProfileServiceTests {
    @Test func aMessageBecomesAnItemWithItsSource() async throws {
        try await ProfileHouse.run { house in
            let message = try await house.say("My left knee hurts when I run", "m1")
            try await house.fixture.send("My left elbow hurts", "t1", to: house.chat, by: house.trainer)
            try await house.say("My brother's shoulder hurts", "m2")
            try await house.say("The dodgy meniscus is my brother's", "m2b")
            let item = try #require(try await house.items().first)
            #expect(try await house.items().count == 1)
            #expect(item.category == .injuries && item.status == .current && item.createdBy == .ai)
            #expect(item.sources == [.init(messageId: message, clientMessageId: "m1")])
            let over = try await house.say("zero pain in the knee for ten days", "m3")
            let healed = try #require(try await house.items().first)
            #expect(healed.id == item.id && healed.status == .resolved && healed.validTo != nil)
            #expect(healed.sources.map(\.messageId) == [message, over])
        }
    }

    @Test func aDeletedMessageTakesItsItemAlong() async throws {
        try await ProfileHouse.run { house in
            let knee = try await house.say("My left knee hurts when I run", "m1")
            let over = try await house.say("my knee has healed", "m2")
            #expect(try await house.items().map(\.status) == [.resolved])
            try await house.fixture.services.messages.delete(over, in: house.chat, by: house.client.actor)
            #expect(try await house.items().map(\.status) == [.current])
            let item = try #require(try await house.items().first)
            let words = UpdateProfileItemRequest(text: "runner's knee, says Alex")
            _ = try await house.service.edit(
                item.id,
                words,
                of: house.client.id,
                trainer: house.trainer.id,
                by: house.trainer.actor
            )
            try await house.fixture.services.messages.delete(knee, in: house.chat, by: house.client.actor)
            #expect(try await house.items().isEmpty)
            for table in ["profile_statements", "profile_changes"] {
                #expect(try await house.fixture.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
            }
        }
    }

    @Test func anEditIsReadAgain() async throws {
        try await ProfileHouse.run { house in
            let id = try await house.say("I am vegan since January", "m1")
            let messages = house.fixture.services.messages
            _ = try await messages.edit(id, in: house.chat, to: "I am vegetarian since January", by: house.client.actor)
            // The former words are gone at once, the new ones are read in the background.
            #expect(try await house.items().isEmpty)
            try await house.fixture.profiles.readPending()
            #expect(try await house.texts == ["I am vegetarian since January"])
        }
    }

    @Test func whatWasWrittenByHandWins() async throws {
        try await ProfileHouse.run { house in
            try await house.say("I am vegan", "m1")
            try await house.say("I'm vegan, as you know", "m2")
            let item = try #require(try await house.items().first)
            #expect(item.sources.count == 2)
            let change = UpdateProfileItemRequest(text: "vegan, eats honey")
            let edited = try await house.service.edit(
                item.id,
                change,
                of: house.client.id,
                trainer: house.trainer.id,
                by: house.client.actor
            )
            #expect(edited.text == "vegan, eats honey" && edited.editedAt != nil && edited.id == item.id)
            try await house.say("still vegan in Texas", "m3")
            try await house.service.rebuild(house.client.id, by: house.trainer.actor)
            try await house.fixture.profiles.readPending()
            #expect(try await house.texts == ["vegan, eats honey"])
            #expect(try await house.items().first?.sources.count == 3)
        }
    }

    @Test func whatWasRemovedStaysAway() async throws {
        try await ProfileHouse.run { house in
            try await house.say("My left knee hurts when I run", "m1")
            let item = try #require(try await house.items().first)
            try await house.service.remove(
                item.id,
                of: house.client.id,
                trainer: house.trainer.id,
                by: house.trainer.actor
            )
            try await house.say("My left knee still hurts a lot", "m2")
            try await house.service.rebuild(house.client.id, by: house.trainer.actor)
            try await house.fixture.profiles.readPending()
            #expect(try await house.items().isEmpty)
            // What begins after it was over is new.
            try await house.say("my knee has healed", "m3")
            try await house.say("Twisted my left knee on the stairs", "m4")
            #expect(try await house.items().count == 1)
        }
    }

    @Test func itBelongsToOneTrainerAndTheClient() async throws {
        try await ProfileHouse.run { house in
            try await house.say("My left knee hurts when I run", "m1")
            let other = try await house.fixture.user("other", .trainer)
            let stranger = try await house.fixture.user("stranger", .client)
            _ = try await house.fixture.services.contacts.addClient(house.client, by: other.actor)
            let service = house.service
            let theirs = try await service.profile(of: house.client.id, trainer: other.id, for: other.actor)
            #expect(theirs.items.isEmpty)
            #expect(try await service.ownProfiles(for: house.client.actor).map(\.items.count).sorted() == [0, 1])
            #expect(try await service.ownProfiles(for: stranger.actor).isEmpty)
            for actor in [other.actor, stranger.actor] {
                let read = { _ = try await service.profile(of: house.client.id, trainer: house.trainer.id, for: actor) }
                #expect(await code(read) == .notFound)
            }
            let facts = ClientFacts(clock: house.fixture.clock)
            let rosters = try await house.fixture.database.read { connection in
                try [house.trainer.id, other.id].map { try facts.roster(of: $0, category: .injuries, on: connection) }
            }
            #expect(rosters.map(\.count) == [1, 0] && rosters[0].first?.client == house.client.id)
        }
    }

    @Test func itEndsWithTheRelationAndComesBackWithIt() async throws {
        try await ProfileHouse.run { house in
            try await house.say("My left knee hurts when I run", "m1")
            let contacts = house.fixture.services.contacts
            try await contacts.remove(house.client.id, by: house.trainer.actor)
            #expect(await code { _ = try await house.items() } == .notFound)
            #expect(try await house.fixture.count("SELECT count(*) FROM profile_statements") == 0)
            _ = try await contacts.addClient(house.client, by: house.trainer.actor)
            try await house.service.rebuild(house.client.id, by: house.trainer.actor)
            try await house.fixture.profiles.readPending()
            #expect(try await house.items().count == 1)
        }
    }

    @Test func itIsReadOnAfterARestart() async throws {
        try await ProfileHouse.run { house in
            try await house.say("My left knee hurts when I run", "m1")
            try await house.fixture.send("I am vegan", "m2", to: house.chat, by: house.client)
            let reopened = ProfileHouse(
                try await house.fixture.reopened(),
                house.chat,
                house.trainer,
                house.client
            )
            try await reopened.fixture.profiles.readPending()
            #expect(try await reopened.items().map(\.category) == [.injuries, .preferences])
            try? await reopened.fixture.database.close()
        }
    }

    @Test(arguments: [true, false]) func itGoesWithEitherAccount(deletesTrainer: Bool) async throws {
        try await ProfileHouse.run { house in
            try await house.say("My left knee hurts when I run", "m1")
            _ = try await house.service.review(of: house.client.id, by: house.trainer.actor)
            let gone = deletesTrainer ? house.trainer : house.client
            let erasure = ProfileErasure(database: house.fixture.database)
            try await erasure.erase(DeletedUser(id: gone.id, name: gone.displayName, role: gone.role))
            #expect(try await house.fixture.database.read { try erasure.isErased(gone.id, on: $0) })
            for table in ["profile_statements", "profile_changes", "profile_reviews", "profile_rebuilds"] {
                #expect(try await house.fixture.count("SELECT count(*) FROM \(table)") == 0, "\(table)")
            }
        }
    }
}
