import Crypto
import Domain

/// What one message says about its author. A profile is folded from the statements of all messages, in the order of
/// their times, so that it always follows from the messages that exist.
struct ProfileStatement: Sendable, Hashable {
    enum Kind: String, Sendable {
        /// Something that holds, besides what held before.
        case fact
        /// Something that holds in place of earlier facts on the same topic.
        case replacement
        /// Something that holds in place of the latest fact of its category, if none is on the same topic.
        case revision
        /// Earlier facts on the topic are over.
        case resolution
        /// Earlier facts on the topic no longer hold: cancelled, given up.
        case withdrawal
    }

    var kind: Kind
    var category: ProfileItem.Category
    /// What it is about, in words of the vocabulary: `knee`, `marathon`, `vegan`. Empty if nothing is named.
    var topics: Set<String>
    var text: String
    var confidence: Double
    var validFrom: Timestamp?
    var validTo: Timestamp?

    /// The same for the same message, category and topics, however often it is extracted.
    func id(in message: MessageID, part: Int) -> ProfileItemID {
        let name = ([category.rawValue] + topics.sorted() + [kind == .fact ? "" : kind.rawValue]).joined(separator: " ")
        return ProfileHash.id(message.bytes + Array(name.utf8))
    }
}

/// One-way names, so that what was removed can be recognised without being kept.
enum ProfileHash {
    static func id(_ bytes: [UInt8]) -> ProfileItemID { ProfileItemID(hash: SHA256.hash(data: bytes)) }

    static func word(_ text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).prefix(8).map { String($0, radix: 16) }.joined()
    }
}
