import Domain

/// The frames that a device sends, without the id that each request gets when it is sent.
enum ClientFrames {
    /// - Parameter positions: `nil` for a new client.
    static func hello(deviceId: String, positions: [String: Int]?) -> JSONValue {
        var hello: [String: JSONValue] = ["type": "hello", "deviceId": .string(deviceId)]
        if let positions { hello["positions"] = .object(positions.mapValues { .integer($0) }) }
        return .object(hello)
    }

    static func ping(id: String) -> JSONValue { ["type": "ping", "id": .string(id)] }

    static func send(chat: String, key: String, text: String, replyTo: String?) -> [String: JSONValue] {
        var frame: [String: JSONValue] = [
            "type": "message.send", "chatId": .string(chat), "clientMessageId": .string(key), "text": .string(text),
        ]
        if let replyTo { frame["replyTo"] = .string(replyTo) }
        return frame
    }

    static func edit(chat: String, message: String, text: String) -> [String: JSONValue] {
        ["type": "message.edit", "chatId": .string(chat), "messageId": .string(message), "text": .string(text)]
    }

    static func delete(chat: String, message: String) -> [String: JSONValue] {
        ["type": "message.delete", "chatId": .string(chat), "messageId": .string(message)]
    }

    static func react(chat: String, message: String, emoji: String, added: Bool) -> [String: JSONValue] {
        [
            "type": "reaction.set", "chatId": .string(chat), "messageId": .string(message), "emoji": .string(emoji),
            "added": .bool(added),
        ]
    }

    static func receipt(chat: String, isRead: Bool, seq: Int) -> JSONValue {
        [
            "type": isRead ? "receipt.read" : "receipt.delivered", "chatId": .string(chat), "seq": .integer(seq),
        ]
    }

    static func typing(chat: String) -> JSONValue { ["type": "typing.start", "chatId": .string(chat)] }
}
