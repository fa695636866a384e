import Domain

/// The stable id of a Matrix event, which says by itself what it is of.
///
///     $m…  a message             $e…  its edit            $d…  its deletion
///     $f…  its further file      $r…  a reaction          $x…  its being taken back
///     $c…  a change of members   $s…  a state
enum MatrixEventID: Hashable, Sendable {
    case message(MessageID)
    /// A file of a message with several: the second is 1.
    case file(MessageID, Int)
    case edit(MessageID, seq: Int64)
    /// The deletion of a message; of its further file if `file` isn't 0.
    case deletion(MessageID, file: Int)
    case reaction(GivenReaction)
    case takenBack(GivenReaction)
    case membership(ChatID, seq: Int64)
    /// The first bytes of a hash of the room, type, key and content.
    case state([UInt8])

    struct GivenReaction: Hashable, Sendable {
        let message: MessageID
        let user: UserID
        /// The position at which it was given.
        let seq: Int64
        let emoji: String

        fileprivate var bytes: [UInt8] {
            var bytes = message.bytes + user.bytes
            bytes.append(varint: UInt64(clamping: seq))
            return bytes + Array(emoji.utf8)
        }

        fileprivate init?(_ reader: inout ByteReader) {
            guard let message: MessageID = reader.id(), let user: UserID = reader.id(), let seq = reader.position(),
                let emoji = String(validating: reader.remaining, as: UTF8.self), !emoji.isEmpty
            else { return nil }
            self.init(message: message, user: user, seq: seq, emoji: emoji)
        }

        init(message: MessageID, user: UserID, seq: Int64, emoji: String) {
            (self.message, self.user, self.seq, self.emoji) = (message, user, seq, emoji)
        }
    }

    var text: String {
        let (kind, bytes) = parts
        return "$\(kind)\(Base64URL.encode(bytes))"
    }

    private var parts: (kind: Character, bytes: [UInt8]) {
        switch self {
        case .message(let id): ("m", id.bytes)
        case .file(let id, let index): ("f", id.bytes + [UInt8(clamping: index)])
        case .edit(let id, let seq): ("e", Self.positioned(id.bytes, seq))
        case .deletion(let id, let file): ("d", id.bytes + [UInt8(clamping: file)])
        case .reaction(let given): ("r", given.bytes)
        case .takenBack(let given): ("x", given.bytes)
        case .membership(let chat, let seq): ("c", Self.positioned(chat.bytes, seq))
        case .state(let hash): ("s", hash)
        }
    }

    private static func positioned(_ bytes: [UInt8], _ seq: Int64) -> [UInt8] {
        var bytes = bytes
        bytes.append(varint: UInt64(clamping: seq))
        return bytes
    }

    /// `nil` for anything that isn't an id of this server's.
    init?(_ text: String) {
        // The specification's bound of ids.
        guard text.utf8.count <= 255, text.first == "$", let kind = text.dropFirst().first,
            let bytes = Base64Text.decode(text.dropFirst(2), maxBytes: 255)
        else { return nil }
        var reader = ByteReader(bytes)
        switch kind {
        case "m": guard let id: MessageID = reader.id(), reader.isAtEnd else { return nil }; self = .message(id)
        case "f", "d":
            guard let id: MessageID = reader.id(), let index = reader.take(1)?.first, reader.isAtEnd else { return nil }
            self = kind == "f" ? .file(id, Int(index)) : .deletion(id, file: Int(index))
        case "e":
            guard let id: MessageID = reader.id(), let seq = reader.position(), reader.isAtEnd else { return nil }
            self = .edit(id, seq: seq)
        case "c":
            guard let id: ChatID = reader.id(), let seq = reader.position(), reader.isAtEnd else { return nil }
            self = .membership(id, seq: seq)
        case "r", "x":
            guard let given = GivenReaction(&reader) else { return nil }
            self = kind == "r" ? .reaction(given) : .takenBack(given)
        case "s": self = .state(bytes)
        default: return nil
        }
    }

    /// The message that the event is, or changes.
    var message: MessageID? {
        switch self {
        case .message(let id), .file(let id, _), .edit(let id, _), .deletion(let id, _): id
        case .reaction(let given), .takenBack(let given): given.message
        case .membership, .state: nil
        }
    }
}
