import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport

@testable import Terminal

/// A coach's Wednesday morning, as the design has it: who waits, a conversation with every kind of message, a pane.
struct LayoutScene {
    var world: AppWorld

    private static let people: [(name: String, waits: Int64?, unread: Int, minutesAgo: Int64)] = [
        ("Sara Lindqvist", 270, 3, 270), ("Liam Fraser", 330, 1, 330), ("Elena Novak", 310, 1, 310),
        ("Mike Okafor", 75, 1, 75), ("Sarah Whitfield", 49, 2, 49), ("Zoë Lambert", nil, 0, 55),
        ("Priya Raman", nil, 0, 79), ("Mike Chen", nil, 0, 123), ("José Hernández", nil, 0, 1500),
        ("Hannah Goldberg", nil, 0, 1600), ("漢字 名前", nil, 0, 1700), ("عمر مرحبا", nil, 0, 1800),
        ("# Saturday Run Club", nil, 2, 5000), ("# Nutrition Circle", nil, 4, 3000),
    ]

    init(rows: Int, columns: Int) {
        world = AppWorld(rows: rows, columns: columns)
        world.model = AppModel(
            me: world.me,
            size: ScreenSize(rows: rows, columns: columns),
            time: LocalTime(TimeZone(secondsFromGMT: -4 * 3600) ?? .current),
            clock: world.clock
        )
        let now = world.clock.now()
        let all = Self.people.enumerated().map { chat($0.offset, $0.element, now) }
        _ = world.model.handle(.shared(.connection(.online)))
        _ = world.model.handle(.lag(milliseconds: 12))
        _ = world.model.handle(.shared(.chatsUpdated(all)))
        _ = world.model.handle(.inbox(inbox(all, now)))
        let contact = Contact(
            userId: world.sara,
            displayName: "Sara Lindqvist",
            email: "sara@example.com",
            timezone: "Europe/Stockholm"
        )
        _ = world.model.handle(.people([contact]))
        world.model.presence = [world.sara: .online, AppWorld.id(204): .online]
        _ = world.model.openChat(world.saraChat)
        world.load(messages(now), pending: unsent(now), earlier: true)
    }

    private func chat(
        _ index: Int,
        _ person: (name: String, waits: Int64?, unread: Int, minutesAgo: Int64),
        _ now: Timestamp
    ) -> Chat {
        let isGroup = person.name.hasPrefix("# ")
        let name = isGroup ? String(person.name.dropFirst(2)) : person.name
        let other: UserID = index == 0 ? world.sara : AppWorld.id(UInt64(200 + index))
        var chat = Chat(
            id: AppWorld.id(UInt64(10 + index)),
            kind: isGroup ? .group : .direct,
            name: name,
            members: [
                Member(userId: world.me.id, displayName: "Alex Rivera", role: .admin),
                Member(userId: other, displayName: name, role: .member),
            ],
            seq: 20,
            readSeq: 20 - Int64(person.unread),
            unread: person.unread,
            mutedUntil: name == "Nutrition Circle" ? .latest : nil,
            draft: name == "José Hernández" ? ChatDraft(text: "hola", replyTo: nil, updatedAt: now) : nil,
            lastMessage: nil
        )
        chat.lastMessage = message(20, "the last", other, now.adding(minutes: -person.minutesAgo), in: chat.id)
        return chat
    }

    private func inbox(_ chats: [Chat], _ now: Timestamp) -> [InboxItem] {
        zip(chats, Self.people).compactMap { chat, person in
            guard let waits = person.waits, let last = chat.lastMessage else { return nil }
            return InboxItem(chatId: chat.id, waitingSince: now.adding(minutes: -waits), lastMessage: last)
        }
    }

    private func message(
        _ seq: Int64,
        _ text: String,
        _ sender: UserID,
        _ at: Timestamp,
        in chat: ChatID? = nil,
        status: MessageStatus = .sent,
        media: [Media] = [],
        reactions: [Reaction] = [],
        quote: Quote? = nil
    ) -> Message {
        Message(
            id: AppWorld.id(UInt64(1000 + seq)),
            chatId: chat ?? world.saraChat,
            seq: seq,
            senderId: sender,
            clientMessageId: "c\(seq)",
            text: text,
            replyTo: quote?.messageId,
            createdAt: at,
            status: status,
            quote: quote,
            media: media,
            reactions: reactions
        )
    }

    private func messages(_ now: Timestamp) -> [Message] {
        let (me, sara) = (world.me.id, world.sara)
        let shoes = message(
            14,
            "for tomorrow: can we look at my shoes too? they have 900 km on them and the left heel is a slope",
            sara,
            now.adding(minutes: -1600),
            media: [
                Media(
                    id: AppWorld.id(900),
                    kind: .image,
                    mimeType: "image/jpeg",
                    fileName: "heel.jpg",
                    size: 1_200_000,
                    width: 1600,
                    height: 1200,
                    thumbnail: true
                )
            ]
        )
        return [
            shoes,
            message(
                15,
                "900 km is a retirement age. Bring them to the camera, and tell me your size and budget.",
                me,
                now.adding(minutes: -1440),
                status: .read,
                reactions: [Reaction(emoji: "👍", userIds: [sara])],
                quote: Quote(of: shoes)
            ),
            message(
                18,
                "size 39, budget 1600 kronor, colour not beige. see you at 21",
                sara,
                now.adding(minutes: -274)
            ),
            message(19, "नमस्ते, 漢字 and 👩🏽‍🚀", sara, now.adding(minutes: -273)),
            message(20, "https://lundaloppet.example/2026 has the course map", sara, now.adding(minutes: -270)),
            message(21, "Three pairs will be on screen.", me, now.adding(minutes: -3), status: .delivered),
        ]
    }

    private func unsent(_ now: Timestamp) -> [OutboxEntry] {
        [
            OutboxEntry(
                id: "u1",
                chatId: world.saraChat,
                text: "",
                attachments: [FileAttachment(clientMediaId: "f1", path: "/tmp/gait.mov", fileName: "gait.mov")],
                writtenAt: now.adding(minutes: -2),
                state: .failed(reason: "214 MB, limit 50 MB", retryable: true)
            ),
            OutboxEntry(
                id: "u2",
                chatId: world.saraChat,
                text: "And bring the old pair.",
                writtenAt: now.adding(minutes: -1)
            ),
        ]
    }

    // MARK: What may be on it besides

    mutating func typeAnswer() {
        world.type("A Nordic last suits you. Let’s look at 21")
        let typing = Typing(
            chatId: world.saraChat,
            userId: world.sara,
            displayName: "Sara Lindqvist",
            isTyping: true,
            expiresInMs: 5000
        )
        _ = world.model.handle(.shared(.event(.typing(typing))))
    }

    mutating func openProfile() {
        _ = world.model.handle(
            .page(.profile(PageTests.profile(), of: world.sara, name: "Sara Lindqvist"), isAsked: false)
        )
    }

    mutating func openWeek() {
        _ = world.model.handle(.page(.week(PageTests.week(world)), isAsked: true))
    }

    /// The picture of the heel: red above, blue below.
    mutating func showPicture() throws {
        world.model.pictures.display = PictureShelfTests.display
        world.press(Array(repeating: "up", count: 9))
        guard case .loadPicture(let key, _, _) = world.model.showPictures().first else { throw CancellationError() }
        _ = world.model.handle(.picture(key, PictureShelfTests.picture(key)))
    }

    /// The second of two results is on the screen.
    mutating func search() {
        let messages = messages(world.clock.now())
        _ = world.model.search("900", in: world.saraChat)
        let results = [messages[0], messages[1]].map { message in
            SearchResult(
                messageId: message.id,
                chatId: message.chatId,
                clientMessageId: message.clientMessageId,
                senderId: message.senderId,
                senderName: message.senderId == world.sara ? "Sara Lindqvist" : "Alex Rivera",
                text: message.text,
                sentAt: message.createdAt,
                score: 1,
                match: .both
            )
        }
        _ = world.model.handle(.shared(.searchResults(SearchResponse(results: results, mode: .hybrid))))
        world.press("down", "enter")
        _ = world.model.handle(.located(world.saraChat, seq: messages[1].seq))
    }

    mutating func goOffline() {
        let wait = ConnectionState.reconnecting(reason: "no network", retryIn: .seconds(8))
        _ = world.model.handle(.shared(.connection(wait)))
        _ = world.model.handle(.shared(.outbox(unsent(world.clock.now()))))
    }

    mutating func propose() {
        let now = world.clock.now()
        let proposal = Proposal(
            id: AppWorld.id(500),
            tool: .setReminder,
            arguments: .setReminder(.init(text: "call Sara", dueAt: now, clientId: world.sara)),
            summary: "Call with Sara Lindqvist\nNew York   Thu 12 Mar  15:00–15:30\nStockholm  Thu 12 Mar  20:00–20:30",
            state: .pending,
            expiresAt: now.adding(minutes: 9),
            doubts: [ProposalDoubt(.halfDay, "“at 3” read as 15:00: 03:00 is out of hours")]
        )
        _ = world.model.handle(.proposals([proposal]))
    }
}
