import Domain
import Messaging
import MessagingTestKit
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
}

extension AskedHouse {
    /// The client sends a picture, and it is read.
    fileprivate func picture(
        _ caption: String,
        replyTo: MessageID? = nil
    ) async throws -> (photo: MediaID, message: MessageID) {
        let photo = try await house.fixture.media(of: client, 1)
        house.fixture.clock.advance(milliseconds: 60_000)
        let send = Messages.Send(
            chatId: chat,
            sender: client.actor,
            clientMessageId: "picture",
            text: caption,
            replyTo: replyTo,
            mediaIds: [photo]
        )
        let sent = try await house.fixture.services.messages.send(send)
        try await house.read()
        return (photo, sent.message.id)
    }
}
