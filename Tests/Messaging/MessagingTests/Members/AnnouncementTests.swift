import Domain
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Messaging

@Suite struct AnnouncementTests {
    @Test func onlyAdminsWriteAndEverybodyReacts() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let (trainer, client) = (members[0], members[1])
            let services = fixture.services
            let before = try await fixture.send("before", "0", to: chat, by: client).message
            let device = try await RecordingConnection.attach(client, in: fixture)
            let changed = try await services.chats.change(.init(isAnnouncement: true), of: chat, by: trainer.actor)
            #expect(changed.announcement)
            #expect(try await services.chats.chat(chat, for: client.actor).announcement)
            func refused(_ action: () async throws -> Void) async -> Bool {
                do {
                    try await action()
                    return false
                } catch {
                    let error = error as? SpotterError
                    return error?.code == .forbidden && error?.message.contains("admins") == true
                }
            }
            #expect(await refused { try await fixture.send("may I?", "1", to: chat, by: client) })
            #expect(
                await refused { _ = try await services.messages.edit(before.id, in: chat, to: "x", by: client.actor) }
            )
            // A repeat of what was stored before still returns it.
            #expect(try await fixture.send("before", "0", to: chat, by: client).isRepeat)
            let news = try await fixture.send("news", "2", to: chat, by: trainer).message
            _ = try await services.reactions.change(.give, "👍", on: news.id, in: chat, by: client.actor)
            try await services.messages.delete(before.id, in: chat, by: client.actor)
            // Who becomes admin may write.
            _ = try await services.chats.setRole(.admin, of: members[2].id, in: chat, by: trainer.actor)
            try await fixture.send("me too", "3", to: chat, by: members[2])
            let reopened = try await fixture.reopened()
            #expect(await refused { try await reopened.send("now?", "4", to: chat, by: client) })
            _ = try await reopened.services.chats.change(.init(isAnnouncement: false), of: chat, by: trainer.actor)
            try await reopened.send("at last", "5", to: chat, by: client)
            #expect(device.payloads.contains { $0.contains("chat.updated") && $0.contains(#""announcement":true"#) })
        }
    }

    @Test func onlyAnAdminOfAGroupSetsIt() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let direct = try await fixture.services.chats.open(.direct(with: members[1].id), by: members[0].actor).chat
            for (id, actor) in [(chat, members[1].actor), (direct.id, members[0].actor)] {
                await #expect(throws: SpotterError.self) {
                    _ = try await fixture.services.chats.change(.init(isAnnouncement: true), of: id, by: actor)
                }
            }
        }
    }
}
