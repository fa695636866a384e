public import Domain

/// What a client's message is, as far as it matters for a reply without a human.
public enum AutomaticReading: String, Sendable, Hashable {
    /// A question about the client's own appointments.
    case appointments
    /// Health, money, cancelling, trouble: nothing is said by itself.
    case needsHuman
    case other
}

/// Reads clients' messages, and answers their questions about appointments.
public protocol AutomaticAnswering: Sendable {
    /// The same for the same text.
    func reading(of text: String) -> AutomaticReading

    /// The answer to a client's question about their appointments with one trainer, from what the client may see.
    func appointments(
        _ question: String,
        of client: User,
        with trainer: User,
        at now: Timestamp
    ) async throws -> String
}
