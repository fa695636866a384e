public import Domain

/// The channel by which a proposal's state was changed.
public enum AuditChannel: String, Sendable, Codable, CaseIterable {
    /// `/v1/assistant/proposals`.
    case rest
    /// Another app's API.
    case callable
    /// A host of the Model Context Protocol, which asked its user.
    case mcp
    /// The conversation: the assistant's proposal, or a plain yes or no from its user.
    case chat
    /// No channel: the proposal expired.
    case clock
}

/// An entry of the append-only, hash-chained audit log. Each change of a proposal's state has one, and each edit.
///
/// ```swift
/// func isLinked(_ entry: AuditEntry, to earlier: AuditEntry) -> Bool { entry.previousHash == earlier.hash }
/// ```
public struct AuditEntry: Sendable, Hashable, Identifiable {
    public let id: AuditEntryID
    public let proposalId: ProposalID
    public let tool: ToolName
    public let arguments: ToolArguments
    /// The proposal's new state.
    public let state: ProposalState
    /// `true` if its owner has edited what is proposed, which stays pending; omitted otherwise.
    public let edited: Bool?
    public let door: AuditChannel
    public let actorId: UserID
    public let at: Timestamp
    /// SHA-256 in hexadecimal over `previousHash` and the entry's canonical JSON.
    public let hash: String
    /// The hash of the previous entry, of any user; 64 zeros for the first.
    public let previousHash: String

    public init(
        id: AuditEntryID,
        proposalId: ProposalID,
        tool: ToolName,
        arguments: ToolArguments,
        state: ProposalState,
        edited: Bool? = nil,
        door: AuditChannel,
        actorId: UserID,
        at: Timestamp,
        hash: String,
        previousHash: String
    ) {
        self.id = id
        self.proposalId = proposalId
        self.tool = tool
        self.arguments = arguments
        self.state = state
        self.edited = edited
        self.door = door
        self.actorId = actorId
        self.at = at
        self.hash = hash
        self.previousHash = previousHash
    }
}

extension AuditEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, proposalId, tool, arguments, state, edited, door, actorId, at, hash, previousHash
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(AuditEntryID.self, forKey: .id)
        proposalId = try container.decode(ProposalID.self, forKey: .proposalId)
        tool = try container.decode(ToolName.self, forKey: .tool)
        arguments = try ToolArguments(tool: tool, from: container.superDecoder(forKey: .arguments))
        state = try container.decode(ProposalState.self, forKey: .state)
        edited = try container.decodeIfPresent(Bool.self, forKey: .edited)
        door = try container.decode(AuditChannel.self, forKey: .door)
        actorId = try container.decode(UserID.self, forKey: .actorId)
        at = try container.decode(Timestamp.self, forKey: .at)
        hash = try container.decode(String.self, forKey: .hash)
        previousHash = try container.decode(String.self, forKey: .previousHash)
    }
}
