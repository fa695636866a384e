public import Accounts
public import Domain

/// Hands committed changes to connected clients. Messaging has one publisher, given to `MessagingServices`.
///
/// Everything is called in the order of commits. What is enqueued between `groupWillBegin` and `groupDidComplete` is
/// sent together by the latter; `ChatCommitObserver` calls both for each group of the writer.
public protocol ChatEventPublisher: Sendable {
    /// The writer begins a group: from now on readers may see changes that no client has received yet.
    func groupWillBegin()

    /// Sends what was enqueued.
    func groupDidComplete()

    /// Keeps a frame for the connections of `users` until the group completes.
    ///
    /// - Parameters:
    ///   - payload: the frame's JSON, encoded once for all recipients.
    ///   - position: where the durable change that it carries stands; `nil` for what takes no position.
    ///   - admission: whom the change brings into the chat.
    ///   - except: the connection that made the change and gets an answer instead.
    func enqueue(
        _ payload: [UInt8],
        at position: ChangePosition?,
        admitting admission: Admission,
        to users: [UserID],
        except: ConnectionID?
    )

    /// Members came into a chat or left it.
    func membersDidChange(_ change: MembershipChange)

    /// These users may see others than before, or be seen by others: members, blocks or what they share has changed.
    func visibilityDidChange(of users: [UserID])

    /// Closes the connections of sessions that have ended.
    func sessionsDidEnd(_ revocation: Accounts.Revocation)
}

extension ChatEventPublisher {
    /// Keeps a frame that carries no durable change of a chat until the group completes.
    func enqueue(_ payload: [UInt8], to users: [UserID]) {
        enqueue(payload, at: nil, admitting: .nobody, to: users, except: nil)
    }
}

/// Where a durable change stands in its chat's order.
public struct ChangePosition: Sendable, Hashable {
    public let chatId: ChatID
    public let seq: Int64

    public init(chatId: ChatID, seq: Int64) {
        self.chatId = chatId
        self.seq = seq
    }
}

/// Whom a change brings into its chat: what follows there is theirs, whatever they knew of it before.
public enum Admission: Sendable, Hashable {
    case nobody
    case one(UserID)
    case everyone
}

/// Users who came into a chat or left it.
public struct MembershipChange: Sendable, Hashable {
    public let chatId: ChatID
    public let users: [UserID]
    /// The chat's members after the change.
    public let members: [UserID]

    public init(chatId: ChatID, users: [UserID], members: [UserID]) {
        self.chatId = chatId
        self.users = users
        self.members = members
    }
}

/// Publishes nothing; for processes without connections, such as an offline import.
public struct DiscardingPublisher: ChatEventPublisher {
    public init() {}

    public func groupWillBegin() {}
    public func groupDidComplete() {}
    public func enqueue(
        _ payload: [UInt8],
        at position: ChangePosition?,
        admitting admission: Admission,
        to users: [UserID],
        except: ConnectionID?
    ) {}
    public func membersDidChange(_ change: MembershipChange) {}
    public func visibilityDidChange(of users: [UserID]) {}
    public func sessionsDidEnd(_ revocation: Accounts.Revocation) {}
}
