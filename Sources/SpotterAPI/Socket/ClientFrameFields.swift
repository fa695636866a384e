import Domain

/// All fields that a client's frame can have. One type serves all kinds of frames; each kind checks the fields it
/// requires.
struct ClientFrameFields: Codable {
    var type: String?
    var id: String?
    var chatId: String?
    var clientMessageId: String?
    var text: String?
    var replyTo: String?
    var mediaIds: [String]?
    var messageId: String?
    var emoji: String?
    var added: Bool?
    var seq: Int64?
    var status: String?
    var token: Secret?
    var deviceId: String?
    var positions: [String: Int64]?
}

extension ClientFrameFields {
    /// Reads the fields of a simple frame; `nil` if the full decoder is required.
    init?(plain bytes: UnsafeRawBufferPointer) {
        self.init()
        var seen: UInt16 = 0
        var scanner = FlatObjectScanner(bytes)
        let isPlain = scanner.scan { name, value in
            guard let key = Key(name) else { return true }
            defer { seen |= key.bit }
            return seen & key.bit == 0 && set(key, to: value)
        }
        guard isPlain else { return nil }
    }

    /// The fields' names, each with its bit.
    private enum Key: UInt8 {
        case type, id, chatId, clientMessageId, text, replyTo, messageId, emoji, added, seq, status, token, deviceId
        // Arrays and objects: known, but they require the full decoder.
        case mediaIds, positions

        private static let names: [(name: StaticString, key: Key)] = [
            ("type", .type), ("id", .id), ("chatId", .chatId), ("clientMessageId", .clientMessageId), ("text", .text),
            ("replyTo", .replyTo), ("messageId", .messageId), ("emoji", .emoji), ("added", .added), ("seq", .seq),
            ("status", .status), ("token", .token), ("deviceId", .deviceId), ("mediaIds", .mediaIds),
            ("positions", .positions),
        ]

        init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
            for (name, key) in Self.names
            where name.utf8CodeUnitCount == bytes.count && name.withUTF8Buffer({ bytes.elementsEqual($0) }) {
                self = key
                return
            }
            return nil
        }

        var bit: UInt16 { 1 << UInt16(rawValue) }
    }

    private mutating func set(_ key: Key, to value: FlatObjectScanner.Value) -> Bool {
        switch (key, value) {
        case (_, .null): return true
        case (.type, .text(let text)): type = text
        case (.id, .text(let text)): id = text
        case (.chatId, .text(let text)): chatId = text
        case (.clientMessageId, .text(let text)): clientMessageId = text
        case (.text, .text(let text)): self.text = text
        case (.replyTo, .text(let text)): replyTo = text
        case (.messageId, .text(let text)): messageId = text
        case (.emoji, .text(let text)): emoji = text
        case (.status, .text(let text)): status = text
        case (.token, .text(let text)): token = Secret(text)
        case (.deviceId, .text(let text)): deviceId = text
        case (.added, .truth(let truth)): added = truth
        case (.seq, .integer(let number)): seq = number
        default: return false
        }
        return true
    }
}
