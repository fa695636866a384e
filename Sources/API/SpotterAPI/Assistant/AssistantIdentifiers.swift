public import Domain

/// A conversation of one user with the assistant: a tree of turns.
public enum Conversation {}
/// A question or an answer in a conversation.
public enum Turn {}
/// An action that waits for its owner's confirmation.
public enum ProposalEntity {}

/// Ids of the assistant's entities. The entities have no type of their own on the wire.
///
/// ```swift
/// let id = ConversationID("018f0000-0000-7000-8000-00000000000d")
/// ```
public typealias ConversationID = ID<Conversation>
public typealias TurnID = ID<Turn>
public typealias ProposalID = ID<ProposalEntity>

/// One record of the audit log.
public enum AuditEntity {}
public typealias AuditEntryID = ID<AuditEntity>

/// One request to a language model, in the ledger of their use.
public enum UsageEntity {}
public typealias UsageID = ID<UsageEntity>
