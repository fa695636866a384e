import Crypto
import Domain

/// Transaction ids of one session as ids of messages: a client that repeats one gets the first message, and finds its own
/// transaction in what comes back.
struct TransactionIDs: Sendable {
    private let prefix: String

    init(_ session: SessionID) {
        prefix = "mx-" + Base64URL.encode(SHA256.hash(data: session.bytes).prefix(6)) + "-"
    }

    /// The transaction itself if it's short and plain; otherwise its hash, which isn't told back.
    func clientMessageId(_ transaction: String) -> String {
        let isPlain = transaction.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, transaction.utf8.count <= 100, !transaction.hasPrefix("~") else {
            return prefix + "~" + Base64URL.encode(SHA256.hash(data: Array(transaction.utf8)))
        }
        return prefix + transaction
    }

    func transaction(of message: Message) -> String? {
        guard message.clientMessageId.hasPrefix(prefix) else { return nil }
        let transaction = message.clientMessageId.dropFirst(prefix.count)
        return transaction.hasPrefix("~") ? nil : String(transaction)
    }
}
