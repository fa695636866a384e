import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import CheckIns

/// Pictures that answer, and those that don't.
@Suite struct CheckInPhotoTests {
    @Test(arguments: [
        ("", true), ("📸", true), ("5", true), ("5. this morning", true), ("A picture", true), ("picture", true),
        ("Here is a picture of me", true), ("Sunday", true), ("81.3 kg this morning", true),
        ("Look at my new shoes!", false), ("My daughter's first steps", false), ("Lunch", false),
    ])
    func aPictureCountsUnlessItSaysThatItIsSomethingElse(caption: String, counts: Bool) async throws {
        try await AskedHouse.run { house in
            let (photo, _) = try await house.picture(caption)
            let answers = try await house.newest().answers
            #expect(answers.compactMap(\.mediaId) == (counts ? [photo] : []))
        }
    }

    @Test func aReplyMaySayAnything() async throws {
        try await AskedHouse.run { house in
            let question = try await house.newest().messageId
            let (photo, _) = try await house.picture("Look at my new shoes!", replyTo: question)
            #expect(try await house.newest().answers.compactMap(\.mediaId) == [photo])
        }
    }

    @Test func itStaysWithoutItsWordsAndGoesWithOthers() async throws {
        try await AskedHouse.run { house in
            let (photo, message) = try await house.picture("A picture")
            let messages = house.house.fixture.services.messages
            for (caption, answers) in [("", [photo]), ("My new shoes", []), ("A picture", [photo])] {
                _ = try await messages.edit(message, in: house.chat, to: caption, by: house.client.actor)
                try await house.house.read()
                #expect(try await house.newest().answers.compactMap(\.mediaId) == answers, "\(caption)")
            }
        }
    }

    @Test func picturesAreListedByTheClientsDay() async throws {
        try await AskedHouse.run { house in
            // The evening of 8 March is the morning of the 9th there.
            try await house.house.setZone("Pacific/Auckland", of: house.client)
            let checkIns = house.house.checkIns
            let (first, message) = try await house.picture("A picture")
            let (second, _) = try await house.picture("Lunch", id: "lunch", number: 2)
            try await house.say("No picture", "text")
            for user in [house.trainer, house.client] {
                let found = try await checkIns.photos(of: house.client.id, for: user.actor)
                #expect(found.photos.map(\.media.id) == [second, first] && !found.hasMore && found.next == nil)
                #expect(found.photos.map(\.question) == [nil, "A picture"])
                #expect(found.photos.allSatisfy { $0.day == "2026-03-09" && $0.trainerId == house.trainer.id })
            }
            let newest = try await checkIns.photos(of: house.client.id, limit: 1, for: house.trainer.actor)
            #expect(newest.photos.map(\.media.id) == [second] && newest.hasMore)
            let older = try await checkIns.photos(
                of: house.client.id,
                before: newest.next,
                limit: 1,
                for: house.trainer.actor
            )
            #expect(older.photos.map(\.media.id) == [first] && !older.hasMore)
            let messages = house.house.fixture.services.messages
            try await messages.delete(message, in: house.chat, by: house.client.actor)
            let left = try await checkIns.photos(of: house.client.id, for: house.trainer.actor)
            #expect(left.photos.map(\.media.id) == [second])
        }
    }

    @Test func nobodyElseSeesThem() async throws {
        try await AskedHouse.run { house in
            _ = try await house.picture("A picture")
            let (checkIns, fixture) = (house.house.checkIns, house.house.fixture)
            let other = try await fixture.user("other", .trainer)
            let stranger = try await fixture.user("stranger", .client)
            for actor in [other.actor, stranger.actor] {
                #expect(await code { _ = try await checkIns.photos(of: house.client.id, for: actor) } == .notFound)
            }
            // Another trainer of the same client has those that were sent to them.
            _ = try await fixture.services.contacts.addClient(house.client, by: other.actor)
            let none = try await checkIns.photos(of: house.client.id, for: other.actor)
            #expect(none.photos.isEmpty)
            let client = house.client
            let noneAtAll = { _ = try await checkIns.photos(of: client.id, limit: 0, for: client.actor) }
            #expect(await code(noneAtAll) == .invalidRequest)
        }
    }
}

extension AskedHouse {
    /// The client sends a picture, and it is read.
    fileprivate func picture(
        _ caption: String,
        replyTo: MessageID? = nil,
        id: String = "picture",
        number: UInt64 = 1
    ) async throws -> (photo: MediaID, message: MessageID) {
        let photo = try await house.fixture.media(of: client, number)
        house.fixture.clock.advance(milliseconds: 60_000)
        let send = Messages.Send(
            chatId: chat,
            sender: client.actor,
            clientMessageId: id,
            text: caption,
            replyTo: replyTo,
            mediaIds: [photo]
        )
        let sent = try await house.fixture.services.messages.send(send)
        try await house.read()
        return (photo, sent.message.id)
    }
}
