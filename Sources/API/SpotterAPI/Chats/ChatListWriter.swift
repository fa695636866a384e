public import Domain

/// Writes the body that `ServerFrames.chats` makes of chats from parts: members as they are read, last messages by a
/// `MessagePageWriter`. So nobody holds the values of all members at once.
public struct ChatListWriter: ~Copyable {
    /// A chat of the list.
    public struct Entry {
        /// Without members and last message.
        let chat: Chat
        let members: Range<Int>
        let lastMessage: Int?

        /// - Parameters:
        ///   - chat: its own members and last message aren't looked at.
        ///   - members: from the beginning of its first member to the end of its last one.
        ///   - lastMessage: its number in the list's `MessagePageWriter`.
        public init(chat: Chat, members: Range<Int>, lastMessage: Int?) {
            self.chat = chat
            self.members = members
            self.lastMessage = lastMessage
        }
    }

    private var members: JSONWriter

    /// - Parameter count: the expected number of members in all chats; there may be more.
    public init(members count: Int) { members = JSONWriter(capacity: count * 224) }

    /// Writes a member. Those of a chat come one after another.
    /// - Returns: where it is.
    public mutating func add(_ member: Member, isFirst: Bool) -> Range<Int> {
        members.element(isFirst: isFirst) { ServerFrames.write(member, to: &$0) }
    }

    /// - Parameter messages: has the chats' last messages.
    public borrowing func body(of chats: [Entry], _ messages: borrowing MessagePageWriter) -> [UInt8] {
        JSONWriter.object(capacity: size(of: chats, messages)) { writer in
            writer.list("chats", chats) { list, entry in list.object { write(entry, messages, to: &$0) } }
        }
    }

    /// The body of `ChatChangesResponse`: the chats that differ from what the client knows by their tags.
    /// - Parameters:
    ///   - chats: all of the user's.
    ///   - known: the tags that the client has.
    public borrowing func changes(
        of chats: [Entry],
        since known: [ChatID: String],
        _ messages: borrowing MessagePageWriter
    ) -> [UInt8] {
        var pieces = JSONWriter(capacity: 1024)
        var changed: [(chat: Range<Int>, tag: String)] = []
        for entry in chats {
            let chat = pieces.piece { write(entry, messages, to: &$0) }
            let tag = Hexadecimal.encode(pieces.hash(of: chat).prefix(8))
            if known[entry.chat.id] == tag {
                pieces.truncate(to: chat.lowerBound)
            } else {
                changed.append((chat, tag))
            }
        }
        let there = Set(chats.map(\.chat.id))
        let gone = known.keys.filter { !there.contains($0) }.sorted()
        let size = changed.reduce(64 + 40 * gone.count) { $0 + $1.chat.count + 48 }
        return JSONWriter.object(capacity: size) { writer in
            writer.list("chats", changed) { list, one in
                list.object {
                    $0.raw("chat", one.chat, of: pieces)
                    $0.field("tag", one.tag)
                }
            }
            writer.field("gone", gone)
        }
    }

    private borrowing func size(of chats: [Entry], _ messages: borrowing MessagePageWriter) -> Int {
        var size = 64
        for entry in chats {
            size += 384 + entry.members.count
            if let number = entry.lastMessage { size += messages.size(of: number) }
        }
        return size
    }

    private borrowing func write(
        _ entry: Entry,
        _ messages: borrowing MessagePageWriter,
        to writer: inout JSONWriter
    ) {
        ServerFrames.write(entry.chat, to: &writer) { writer in
            if let number = entry.lastMessage {
                messages.write(number, as: "lastMessage", to: &writer)
            } else {
                writer.null("lastMessage")
            }
            writer.raw("members", list: entry.members, of: members)
        }
    }
}
