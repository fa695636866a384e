import Domain
import SpotterAPI
import Testing

@testable import Messaging

/// Files in messages: the sender's own, ready, gone with the message.
@Suite struct MessageMediaTests {
    @Test func filesTravelWithTheMessage() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let (first, second) = (try await world.media(of: client, 1), try await world.media(of: client, 2))
            let device = try await Listener.attach(trainer, in: world)
            let sent = try await world.services.messages.send(
                .init(
                    chatId: chat,
                    sender: client.actor,
                    clientMessageId: "1",
                    text: "",
                    mediaIds: [second, first]
                )
            ).message
            #expect(sent.media.map(\.id) == [second, first] && sent.text == "")
            try await world.settled()
            #expect(device.events.last?.message == sent)
            let read = try await world.services.chats.history(of: chat, for: trainer.actor).messages
            #expect(read == [sent])
            #expect(try await world.count("SELECT count(*) FROM embedding_queue") == 0, "nothing to embed")
            let captioned = try await world.services.messages.edit(sent.id, in: chat, to: "form", by: client.actor)
            #expect(captioned.media == sent.media)
            #expect(try await world.count("SELECT count(*) FROM embedding_queue") == 1)
            _ = try await world.services.messages.edit(sent.id, in: chat, to: "", by: client.actor)
            #expect(try await world.count("SELECT count(*) FROM embedding_queue") == 0)
            try await world.services.messages.delete(sent.id, in: chat, by: client.actor)
            #expect(try await world.count("SELECT count(*) FROM message_media") == 0)
        }
    }

    @Test func onlyOnesOwnReadyFiles() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let foreign = try await world.media(of: trainer, 1)
            let unfinished = try await world.media(of: client, 2, state: "uploading")
            let own = try await world.media(of: client, 3)
            func refusal(_ text: String, _ ids: [MediaID]) async -> ErrorCode? {
                await spotterError {
                    _ = try await world.services.messages.send(
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
            #expect(try await world.services.chats.chat(chat, for: client.actor).seq == 0)
        }
    }

    @Test func aGroupsPhotoIsAnAdminsOwnImage() async throws {
        try await World.run { world in
            let (chat, members) = try await world.group(clients: 2)
            let chats = world.services.chats
            let photo = try await world.media(of: members[0], 1)
            let foreign = try await world.media(of: members[1], 2)
            let document = try await world.media(of: members[0], 3, kind: .pdf)
            for (id, code) in [(foreign, ErrorCode.notFound), (document, .invalidRequest)] {
                #expect(
                    await spotterError {
                        _ = try await chats.change(.init(photoMediaId: id), of: chat, by: members[0].actor)
                    }?.code == code
                )
            }
            let device = try await Listener.attach(members[2], in: world)
            let changed = try await chats.change(.init(photoMediaId: photo), of: chat, by: members[0].actor)
            #expect(changed.photoMediaId == photo && changed.name == "Everybody")
            let cleared = try await chats.change(.init(photoMediaId: .some(nil)), of: chat, by: members[0].actor)
            #expect(cleared.photoMediaId == nil)
            try await world.settled()
            #expect(device.events.map(\.photoMediaId) == [photo, nil])
        }
    }
}
