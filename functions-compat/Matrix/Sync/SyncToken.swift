import Crypto
import Domain

/// What a client has seen, as the opaque token that it brings back: a position for each chat, and what the rest looked like
/// in so many bits. The server keeps nothing.
struct SyncToken: Sendable, Equatable {
    struct Room: Sendable, Equatable {
        /// The last change that the client has.
        var seq: Int64
        /// Of name, photo, members, pins: 24 bits.
        var state: UInt32
        /// Of receipts, unread counts and who is typing: 16 bits.
        var ephemeral: UInt32
    }

    var rooms: [ChatID: Room] = [:]
    var presence: UInt32 = 0
    /// Of what isn't any room's.
    var account: UInt32 = 0

    private static let prefix = "s1_"
    private static let checksumBytes = 6
    /// About 1500 chats; a line of HTTP holds no more.
    private static let maxBytes = 60_000

    /// - Parameter user: whose it is. Another's is no token.
    func text(for user: UserID) -> String {
        var bytes: [UInt8] = []
        bytes.append(bits: presence, bytes: 3)
        bytes.append(bits: account, bytes: 2)
        for (chat, room) in rooms.sorted(by: { $0.key < $1.key }) {
            bytes += chat.bytes
            bytes.append(varint: UInt64(clamping: room.seq))
            bytes.append(bits: room.state, bytes: 3)
            bytes.append(bits: room.ephemeral, bytes: 2)
        }
        return Self.prefix + Base64URL.encode(bytes + Self.checksum(bytes, user))
    }

    init() {}

    /// `nil` unless it was made for `user`.
    init?(_ text: String, of user: UserID) {
        guard text.hasPrefix(Self.prefix),
            let all = Base64Text.decode(text.dropFirst(Self.prefix.count), maxBytes: Self.maxBytes),
            all.count >= Self.checksumBytes
        else { return nil }
        let bytes = Array(all.dropLast(Self.checksumBytes))
        guard Self.checksum(bytes, user) == Array(all.suffix(Self.checksumBytes)) else { return nil }
        var reader = ByteReader(bytes)
        guard let presence = reader.bits(bytes: 3), let account = reader.bits(bytes: 2) else { return nil }
        (self.presence, self.account) = (presence, account)
        while !reader.isAtEnd {
            guard let chat: ChatID = reader.id(), let seq = reader.position(), let state = reader.bits(bytes: 3),
                let ephemeral = reader.bits(bytes: 2)
            else { return nil }
            rooms[chat] = Room(seq: seq, state: state, ephemeral: ephemeral)
        }
    }

    /// Finds damage, and tokens of others. It protects nothing: whatever a token says, its owner gets only their own.
    private static func checksum(_ bytes: [UInt8], _ user: UserID) -> [UInt8] {
        Array(SHA256.hash(data: bytes + user.bytes).prefix(checksumBytes))
    }

    /// The first 24 bits of a hash.
    static func digest(_ text: String) -> UInt32 {
        SHA256.hash(data: Array(text.utf8)).prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The same in 16 bits.
    static func shortDigest(_ text: String) -> UInt32 { digest(text) & 0xFFFF }
}

extension [UInt8] {
    fileprivate mutating func append(bits: UInt32, bytes: Int) {
        for index in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: bits >> (8 * UInt32(index)))) }
    }
}

extension ByteReader {
    fileprivate mutating func bits(bytes: Int) -> UInt32? {
        take(bytes).map { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

/// A place between two changes of a chat, from which a client pages in either direction.
struct PageToken: Sendable, Equatable {
    /// The last change before the place.
    let seq: Int64

    var text: String { "p\(seq)" }

    init(seq: Int64) { self.seq = seq }

    /// - Parameter text: also a token of a sync.
    init?(_ text: String, chat: ChatID, user: UserID) {
        if let sync = SyncToken(text, of: user) {
            self.init(seq: sync.rooms[chat]?.seq ?? 0)
        } else if text.first == "p", let seq = Int64(text.dropFirst()), seq >= 0 {
            self.init(seq: seq)
        } else {
            return nil
        }
    }
}
