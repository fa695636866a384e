import Domain
import Live
import MessagingTestKit
import SpotterAPI
import Testing

@testable import Messaging

/// Files in messages: the sender's own, ready, gone with the message.
@Suite struct MessageMediaTests {
    @Test func filesTravelWithTheMessage() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let (first, second) = (try await fixture.media(of: client, 1), try await fixture.media(of: client, 2))
            let device = try await RecordingConnection.attach(trainer, in: fixture)
            let sent = try await fixture.services.messages.send(
                .init(
                    chatId: chat,
                    sender: client.actor,
                    clientMessageId: "1",
                    text: "",
                    mediaIds: [second, first]
                )
            ).message
            #expect(sent.media.map(\.id) == [second, first] && sent.text == "")
            try await fixture.settled()
            #expect(device.events.last?.message == sent)
            let read = try await fixture.services.chats.history(of: chat, for: trainer.actor).messages
            #expect(read == [sent])
            let captioned = try await fixture.services.messages.edit(sent.id, in: chat, to: "form", by: client.actor)
            #expect(captioned.media == sent.media)
            _ = try await fixture.services.messages.edit(sent.id, in: chat, to: "", by: client.actor)
            try await fixture.services.messages.delete(sent.id, in: chat, by: client.actor)
            #expect(try await fixture.count("SELECT count(*) FROM message_media") == 0)
        }
    }

    @Test func onlyOnesOwnReadyFiles() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let foreign = try await fixture.media(of: trainer, 1)
            let unfinished = try await fixture.media(of: client, 2, state: "uploading")
            let own = try await fixture.media(of: client, 3)
            func refusal(_ text: String, _ ids: [MediaID]) async -> ErrorCode? {
                await spotterError {
                    _ = try await fixture.services.messages.send(
                        .init(
                            chatId: chat,
                            sender: client.actor,
                            clientMessageId: "1",
                            text: text,
                            mediaIds: ids
                        )
                    )
                }?.code
            }
            #expect(await refusal("x", [foreign]) == .notFound)
            #expect(await refusal("x", [MediaID(high: 9, low: 9)]) == .notFound)
            #expect(await refusal("x", [unfinished]) == .conflict)
            #expect(await refusal("x", [own, own]) == .invalidRequest)
            #expect(await refusal("", []) == .invalidRequest)
            #expect(try await fixture.services.chats.chat(chat, for: client.actor).seq == 0)
        }
    }

    @Test func aGroupsPhotoIsAnAdminsOwnImage() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let chats = fixture.services.chats
            let photo = try await fixture.media(of: members[0], 1)
            let foreign = try await fixture.media(of: members[1], 2)
            let document = try await fixture.media(of: members[0], 3, kind: .pdf)
            let heavy = try await fixture.media(of: members[0], 4, size: (5 << 20) + 1)
            let wide = try await fixture.media(of: members[0], 5, width: 3_000_000)
            for (id, code) in [
                (foreign, ErrorCode.notFound), (document, .invalidRequest), (heavy, .invalidRequest),
                (wide, .invalidRequest),
            ] {
                #expect(
                    await spotterError {
                        _ = try await chats.change(.init(photoMediaId: id), of: chat, by: members[0].actor)
                    }?.code == code
                )
            }
            let device = try await RecordingConnection.attach(members[2], in: fixture)
            let changed = try await chats.change(.init(photoMediaId: photo), of: chat, by: members[0].actor)
            #expect(changed.photoMediaId == photo && changed.name == "Everybody")
            let cleared = try await chats.change(.init(photoMediaId: .some(nil)), of: chat, by: members[0].actor)
            #expect(cleared.photoMediaId == nil)
            try await fixture.settled()
            #expect(device.events.map(\.photoMediaId) == [photo, nil])
        }
    }
}
