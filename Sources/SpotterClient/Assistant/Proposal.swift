public import Domain

/// An action that the assistant offers. Only its owner's confirmation runs it, once.
public struct Proposal: Sendable, Equatable, Codable, Identifiable {
    public let id: String
    public let tool: String
    public let arguments: JSONValue
    /// What would happen, in words.
    public let summary: String
    /// `pending`, `executed`, `failed`, `cancelled` or `expired`.
    public let state: String
    public let expiresAt: Timestamp?

    public var isPending: Bool { state == "pending" }
}

/// What a confirmation did: one of the ids, by the proposal's tool. A second confirmation gives the same.
public struct ProposalOutcome: Sendable, Equatable, Codable {
    public let proposal: Proposal
    public let result: JSONValue?
}

/// An entry of the assistant's append-only, hash-chained log.
public struct AuditEntry: Sendable, Equatable, Codable, Identifiable {
    public let id: String
    public let proposalId: String
    public let tool: String
    public let arguments: JSONValue
    public let state: String
    /// Through which contract the change came.
    public let door: String?
    public let actorId: UserID?
    public let at: Timestamp
    public let hash: String
    public let previousHash: String?
}
