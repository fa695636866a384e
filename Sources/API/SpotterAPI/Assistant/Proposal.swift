public import Domain

/// The state of a proposal. The last four are final.
public enum ProposalState: String, Sendable, Codable, CaseIterable {
    case pending, executed, failed, cancelled, expired
}

/// An action with its exact arguments. It is executed once, and only if its owner confirms it.
///
/// While it is pending its owner may edit it, which gives it another version.
///
/// ```swift
/// func open(_ proposals: [Proposal]) -> [Proposal] { proposals.filter(\.isPending) }
/// ```
public struct Proposal: Sendable, Codable, Hashable, Identifiable {
    public let id: ProposalID
    public let tool: ToolName
    public let arguments: ToolArguments
    /// What the action would do, in words and in both people's time zones.
    public let summary: String
    public let state: ProposalState
    public let expiresAt: Timestamp
    /// What was guessed; usually empty.
    public let doubts: [ProposalDoubt]
    /// How often its contents were set: 1 as it was proposed, one more for each edit. A confirmation names the version
    /// that its user has seen.
    public let version: Int

    public init(
        id: ProposalID,
        tool: ToolName,
        arguments: ToolArguments,
        summary: String,
        state: ProposalState,
        expiresAt: Timestamp,
        doubts: [ProposalDoubt] = [],
        version: Int = 1
    ) {
        self.id = id
        self.tool = tool
        self.arguments = arguments
        self.summary = summary
        self.state = state
        self.expiresAt = expiresAt
        self.doubts = doubts
        self.version = version
    }

    public var isPending: Bool { state == .pending }

    private enum CodingKeys: String, CodingKey { case id, tool, arguments, summary, state, expiresAt, doubts, version }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(ProposalID.self, forKey: .id)
        tool = try container.decode(ToolName.self, forKey: .tool)
        arguments = try ToolArguments(tool: tool, from: container.superDecoder(forKey: .arguments))
        summary = try container.decode(String.self, forKey: .summary)
        state = try container.decode(ProposalState.self, forKey: .state)
        expiresAt = try container.decode(Timestamp.self, forKey: .expiresAt)
        doubts = try container.decodeIfPresent([ProposalDoubt].self, forKey: .doubts) ?? []
        // Answers that were stored before there were edits have none.
        version = (try? container.decode(Int.self, forKey: .version)) ?? 1
    }
}

extension Proposal {
    /// Doubts are left out if there are none.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(tool, forKey: .tool)
        try container.encode(arguments, forKey: .arguments)
        try container.encode(summary, forKey: .summary)
        try container.encode(state, forKey: .state)
        try container.encode(expiresAt, forKey: .expiresAt)
        if !doubts.isEmpty { try container.encode(doubts, forKey: .doubts) }
        try container.encode(version, forKey: .version)
    }
}

/// The result of a confirmed proposal.
public struct ProposalResult: Sendable, Codable, Hashable {
    public var eventId: EventID?
    public var reminderId: ReminderID?
    public var messageId: MessageID?

    public init(eventId: EventID? = nil, reminderId: ReminderID? = nil, messageId: MessageID? = nil) {
        self.eventId = eventId
        self.reminderId = reminderId
        self.messageId = messageId
    }
}
