import Accounts
import Domain
import Foundation
import Storage
import TestSupport
import Testing

@testable import Notifications

@Suite struct PayloadTests {
    @Test func appsFindWhatOpensTheChat() async throws {
        try await NotificationFixture.run(configure: { $0.publicURL = "https://chat.example.com" }) { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            let message = try await world.send("Legs\ntoday", to: chat, by: alex)
            try await world.settle()
            let posted = try #require(world.network.take().first)
            #expect(
                String(decoding: posted.body, as: UTF8.self)
                    == #"{"type":"new_message","chatId":"\#(chat)","title":"Alex","body":"Legs today","#
                    + #""url":"https://chat.example.com/chats/\#(chat)","badge":1,"data":{"type":"new_message","#
                    + #""chatId":"\#(chat)","messageId":"\#(message.id)","senderId":"\#(alex.userId)","#
                    + #""senderName":"Alex","badge":1}}"#
            )
        }
    }

    @Test func withoutPreviewNothingOfTheMessageGoesAlong() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.subscribe(
                #"{"kind":"webhook","url":"\#(NotificationFixture.hook)","preview":false}"#,
                by: sara
            )
            try await world.subscribe(#"{"kind":"ntfy","topic":"sara"}"#, by: sara)
            try await world.send("Secret", to: chat, by: alex)
            try await world.settle()
            let posted = world.network.take()
            #expect(posted.count == 2)
            for one in posted {
                let text = String(decoding: one.body, as: UTF8.self)
                #expect(!text.contains("Secret") && !text.contains("Alex") && text.contains("New message"))
            }
            let ntfy = try #require(posted.first { $0.url == "https://ntfy.example.com" })
            #expect(ntfy.headers["Authorization"] == "Bearer ntfy-token")
            #expect(ntfy.json["topic"] as? String == "sara")
        }
    }

    @Test func filesWithoutTextHaveWords() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            let photo = try await world.media(of: alex, .image, "form.png")
            let file = try await world.media(of: alex, .pdf, "plan.pdf")
            try await world.send("", to: chat, by: alex, media: [photo])
            try await world.send("", to: chat, by: alex, media: [file])
            try await world.send("See", to: chat, by: alex, media: [photo])
            #expect(try await world.told() == ["📷 Photo", "📎 plan.pdf", "See"])
        }
    }

    @Test func theSendersPhotoGoesAlongIfThereIsOne() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            let photo = try await world.media(of: alex, .image, "me.png")
            try await world.database.write {
                _ = try $0.execute("UPDATE users SET photo_media_id = $1 WHERE id = $2", photo, alex.userId)
            }
            try await world.send("Hello", to: chat, by: alex)
            try await world.settle()
            let json = try #require(world.network.take().first?.json)
            #expect(json["imageUrl"] as? String == "/v1/media/\(photo)/thumbnail")
        }
    }

    /// Whatever people write and are called, a push service takes it.
    @Test(arguments: ["a", "\"", "\\", "\n", "é", "👨‍👩‍👧‍👦", "z\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{1}"])
    func nothingIsTooLong(piece: String) throws {
        let id = ChatID(high: .max, low: .max)
        var settings = NotificationSettings()
        settings.publicURL = "https://" + String(repeating: "a", count: 190)
        let message = Message(
            id: MessageID(high: .max, low: .max),
            chatId: id,
            seq: 1,
            senderId: UserID(high: .max, low: .max),
            clientMessageId: "c",
            text: String(repeating: piece, count: 10_000),
            createdAt: NotificationFixture.start
        )
        let notification = Notification(
            of: message,
            from: (
                String(repeating: piece == "\n" || piece == "\u{1}" ? "\"" : piece, count: 50), MediaID(high: 1, low: 1)
            ),
            group: String(repeating: "\"", count: 50),
            badge: .max,
            preview: true,
            settings: settings
        )
        let json = notification.json()
        #expect(json.count <= WebPushEncryption.maxPlaintextBytes)
        #expect((try JSONSerialization.jsonObject(with: Data(json))) is [String: Any])
        #expect(notification.body.count <= Notification.maxTextLength)
    }
}

extension NotificationFixture {
    func media(of owner: Principal, _ kind: MediaKind, _ name: String) async throws -> MediaID {
        let id: MediaID = UUIDv7Source(clock: clock).next()
        let now = clock.now()
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO media
                    (id, owner_id, client_media_id, kind, mime_type, file_name, size, state, created_at)
                VALUES ($1, $2, $3, $4, 'x/y', $5, 100, 'ready', $6)
                """,
                id,
                owner.userId,
                "\(id)",
                kind.rawValue,
                name,
                now
            )
        }
        return id
    }
}
