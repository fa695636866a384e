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
        var scanner = FlatObjectScanner(bytes.bindMemory(to: UInt8.self))
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

        init?(_ bytes: FlatObjectScanner.Bytes) {
            guard let known = Self.names.first(where: { bytes.equals($0.name) }) else { return nil }
            self = known.key
        }

        var bit: UInt16 { 1 << UInt16(rawValue) }
    }

    private mutating func set(_ key: Key, to value: FlatObjectScanner.Value) -> Bool {
        if case .null = value { return true }
        switch key {
        case .added:
            guard case .truth(let truth) = value else { return false }
            added = truth
        case .seq:
            guard case .integer(let number) = value else { return false }
            seq = number
        case .mediaIds, .positions: return false
        default:
            guard let text = value.text else { return false }
            set(key, to: text)
        }
        return true
    }

    private mutating func set(_ key: Key, to text: String) {
        switch key {
        case .type: type = text
        case .id: id = text
        case .chatId: chatId = text
        case .clientMessageId: clientMessageId = text
        case .text: self.text = text
        case .replyTo: replyTo = text
        case .messageId: messageId = text
        case .emoji: emoji = text
        case .status: status = text
        case .token: token = Secret(text)
        case .deviceId: deviceId = text
        case .added, .seq, .mediaIds, .positions: break
        }
    }
}
