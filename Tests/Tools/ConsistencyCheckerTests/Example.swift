import Domain

@testable import ConsistencyChecker

/// A small history without a fault: two devices of Ann and one of Bob, two messages, an edit, a removal, receipts.
enum Example {
    static let chat = "chat"

    static func message(_ number: Int, by sender: String, text: String? = nil, status: String = "sent") -> JSONValue {
        [
            "id": .string("m\(number)"), "chatId": .string(chat), "seq": .integer(number),
            "senderId": .string(sender), "clientMessageId": .string("k\(number)"),
            "text": .string(text ?? "text \(number)"), "createdAt": "2026-01-01T00:00:00.000Z",
            "replyTo": .null, "deletedAt": .null, "editedAt": text == nil ? .null : "2026-01-01T00:00:01.000Z",
            "status": .string(status),
        ]
    }

    static func created(_ number: Int, by sender: String) -> JSONValue {
        event("message.created", number, ["message": message(number, by: sender)])
    }

    static func event(_ type: String, _ seq: Int, _ more: [String: JSONValue]) -> JSONValue {
        .object(more.merging(["type": .string(type), "chatId": .string(chat), "seq": .integer(seq)]) { $1 })
    }

    static func removal(_ seq: Int, of user: String, _ change: String = "removed") -> JSONValue {
        let member: JSONValue = [
            "userId": .string(user), "displayName": "C", "change": .string(change), "role": "member",
        ]
        return event("member.changed", seq, ["member": member])
    }

    static func receipt(_ user: String, delivered: Int, read: Int) -> JSONValue {
        [
            "type": "receipt.updated", "chatId": .string(chat), "userId": .string(user),
            "deliveredSeq": .integer(delivered), "readSeq": .integer(read),
        ]
    }

    static func welcome(_ seq: Int, read: Int = 0, unread: Int = 0) -> JSONValue {
        [
            "type": "welcome",
            "chats": [
                [
                    "chatId": .string(chat), "seq": .integer(seq), "readSeq": .integer(read),
                    "unread": .integer(unread),
                ]
            ],
        ]
    }

    static var edited: JSONValue {
        event("message.edited", 3, ["message": message(1, by: "ann", text: "better")])
    }

    /// What everybody sees: 1 by Ann, 2 by Bob, an edit of 1, Cid's removal.
    static var log: [JSONValue] {
        var first = message(1, by: "ann", text: "better", status: "read").object ?? [:]
        first["status"] = "read"
        return [
            event("message.created", 1, ["message": .object(first)]), created(2, by: "bob"), edited,
            removal(4, of: "cid"),
        ]
    }

    static func member(_ user: String, delivered: Int, read: Int) -> JSONValue {
        [
            "userId": .string(user), "displayName": "X", "role": "member", "deliveredSeq": .integer(delivered),
            "readSeq": .integer(read),
        ]
    }

    static func chat(read: Int, unread: Int) -> JSONValue {
        [
            "id": .string(chat), "name": "Group", "seq": 4, "readSeq": .integer(read), "unread": .integer(unread),
            "members": [member("ann", delivered: 1, read: 1), member("bob", delivered: 3, read: 3)],
            "lastMessage": message(2, by: "bob"),
        ]
    }

    static var whole: History {
        var history = History(seed: 0)
        history.chats = [.init(id: chat, owner: "ann", members: ["ann", "bob", "cid"])]
        history.logs = [chat: log]
        history.sends = [
            .init(
                sender: "ann",
                chat: chat,
                key: "k1",
                text: "text 1",
                began: 5,
                outcome: .done(message(1, by: "ann"))
            ),
            .init(sender: "bob", chat: chat, key: "k2", text: "text 2", began: 6, outcome: .unknown),
        ]
        history.changes = [
            .init(
                event: "message.edited",
                user: "ann",
                chat: chat,
                subject: "m1",
                value: "better",
                began: 7,
                ended: 30,
                outcome: .done(.null)
            ),
            .init(
                event: "member.changed",
                user: "ann",
                chat: chat,
                subject: "cid",
                value: "removed",
                began: 31,
                ended: 40,
                outcome: .done(.null)
            ),
        ]
        let ack: JSONValue = ["type": "ack", "id": "s-1", "result": ["message": message(1, by: "ann")]]
        let ends = [receipt("ann", delivered: 1, read: 1), receipt("bob", delivered: 2, read: 0)]
        let last = [receipt("bob", delivered: 3, read: 3)]
        history.connections = [
            connection(
                "a1",
                "ann",
                [welcome(0), ack, created(2, by: "bob"), edited] + ends + [removal(4, of: "cid")] + last
            ),
            connection(
                "b1",
                "bob",
                [welcome(0), created(1, by: "ann"), created(2, by: "bob"), edited] + ends + [removal(4, of: "cid")]
                    + last
            ),
            connection(
                "c1",
                "cid",
                [welcome(0), created(1, by: "ann"), created(2, by: "bob"), edited, removal(4, of: "cid")]
            ),
        ]
        history.baselines = ["a1", "b1", "c1"].map {
            .init(device: $0, began: 1, tick: 2, chat: base, messages: [])
        }
        history.finalDigests = [.init(device: "a1", own: "d", server: "d")]
        history.fetched = ["ann", "bob", "cid"].map(fetched)
        return history
    }

    private static var base: JSONValue {
        [
            "id": .string(chat), "name": "Group", "seq": 0, "readSeq": 0, "unread": 0,
            "members": .array(["ann", "bob", "cid"].map { member($0, delivered: 0, read: 0) }),
        ]
    }

    private static func connection(_ device: String, _ user: String, _ frames: [JSONValue]) -> History.Connection {
        .init(
            device: device,
            user: user,
            positions: nil,
            frames: frames.enumerated().map { .init(tick: 3 + $0.offset, json: $0.element) }
        )
    }

    private static func fetched(_ user: String) -> History.Fetched {
        var fetched = History.Fetched(user: user)
        guard user != "cid" else {
            fetched.absent = [chat: 404]
            fetched.replays = [
                .init(positions: [chat: 1], chats: [["chatId": .string(chat), "gone": true, "events": []]])
            ]
            return fetched
        }
        fetched.chats = [chat(read: user == "ann" ? 1 : 3, unread: user == "ann" ? 1 : 0)]
        fetched.messages = [
            chat: [message(1, by: "ann", text: "better", status: "read"), message(2, by: "bob")]
        ]
        fetched.replays = [
            .init(
                positions: [chat: 2],
                chats: [["chatId": .string(chat), "resync": false, "gone": false, "events": [log[2], log[3]]]]
            )
        ]
        return fetched
    }
}
