import Domain
import Foundation
import SpotterAPI
import SpotterClient

/// A logged-in trainer whose cache holds one long chat, at a server that can't be reached.
struct CachedChatWorld {
    let environment: [String: String]
    let partner = "Sara"
    /// What the newest message says.
    let lastText: String

    init(folder: String, messages count: Int) throws {
        let variables = [
            "XDG_CONFIG_HOME": folder + "/config", "XDG_DATA_HOME": folder + "/data", "TERM": "xterm-256color",
        ]
        environment = variables
        guard let server = ServerAddress("http://127.0.0.1:1") else {
            throw SpotterError(.unavailable, "no server's address")
        }
        let ids = UUIDv7Source(clock: SystemClock())
        let me = User(
            id: ids.next(UserID.self),
            email: "alex@example.com",
            displayName: "Alex",
            role: .trainer,
            timezone: "UTC"
        )
        let now = SystemClock().now()
        let grant = AuthGrant(
            user: me,
            accessToken: Secret("sp_a_none"),
            refreshToken: Secret("sp_r_none"),
            expiresAt: now.adding(seconds: 3600)
        )
        try CredentialStore(environment: variables).save(Credentials(server: server, deviceId: "bench", grant: grant))
        let cache = try ClientCache(
            path: CacheLocation.path(of: me.id, at: server, environment: variables),
            me: me.id
        )
        let (chat, sara) = (ids.next(ChatID.self), ids.next(UserID.self))
        let written = Self.messages(count, in: chat, by: [me.id, sara], until: now, ids)
        lastText = "Message-\(count):"
        let members = [
            Member(userId: me.id, displayName: "Alex", role: .member, readSeq: Int64(count)),
            Member(userId: sara, displayName: "Sara", role: .member, readSeq: Int64(count)),
        ]
        let record = Chat(
            id: chat,
            kind: .direct,
            name: "Sara",
            members: members,
            seq: Int64(count),
            readSeq: Int64(count),
            unread: 0,
            lastMessage: written.last
        )
        try cache.fill(record, with: written)
    }

    private static func messages(
        _ count: Int,
        in chat: ChatID,
        by people: [UserID],
        until now: Timestamp,
        _ ids: UUIDv7Source
    ) -> [Message] {
        (1...max(count, 1)).map { index in
            Message(
                id: ids.next(MessageID.self),
                chatId: chat,
                seq: Int64(index),
                senderId: people[index % 2],
                clientMessageId: "m\(index)",
                text: "Message-\(index): " + words(index).joined(separator: " "),
                createdAt: now.adding(minutes: Int64(index - count))
            )
        }
    }

    /// 3 to 42 words, the same for the same number.
    private static func words(_ index: Int) -> [String] {
        let words = MadeUpMessages.commonWords
        return (0..<(3 + index * 7 % 40)).map { words[(index * 31 + $0 * 17) % words.count] }
    }
}
