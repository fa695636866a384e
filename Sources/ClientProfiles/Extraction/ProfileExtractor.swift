import Domain

/// Reads what a message says about its author, by rules. Pure, total, and without a language model.
struct ProfileExtractor: Sendable {
    /// To be raised with every change of the rules: all messages are read again then.
    static let version: Int64 = 1

    /// - Parameters:
    ///   - sentAt: what times in the text refer to.
    ///   - timeZone: the author's, as an IANA name.
    func statements(in text: String, sentAt: Timestamp, timeZone: String) -> [ProfileStatement] { [] }
}
