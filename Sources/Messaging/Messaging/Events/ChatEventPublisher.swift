public import Accounts
public import Domain

/// Publishes committed changes to connected clients. Messaging has one publisher, given to `MessagingServices`.
///
/// All methods are called in the order of commits. Frames enqueued between `groupWillBegin` and `groupDidComplete` are
/// sent together by the latter; `ChatCommitObserver` calls both for each group of the writer.
public protocol ChatEventPublisher: Sendable {
    /// The writer begins a group. Readers may now see changes that no client has received yet.
    func groupWillBegin()

    /// Sends the enqueued frames.
    func groupDidComplete()

    /// Queues a frame for the connections of `users` until the group completes.
    ///
    /// - Parameters:
    ///   - payload: the frame's JSON, encoded once for all recipients.
    ///   - position: the position of the durable change that it carries; `nil` if it carries none.
    ///   - admission: the users whom the change adds to the chat.
    ///   - except: the connection that made the change and receives an answer instead.
    func enqueue(
        _ payload: [UInt8],
        at position: ChangePosition?,
        admitting admission: Admission,
        to users: [UserID],
        except: ConnectionID?
    )

    /// Queues a frame that carries no durable change, for those who are a chat's members at a position.
    func enqueue(_ payload: [UInt8], about position: ChangePosition, to members: [UserID])

    /// Members joined a chat or left it.
    func membersDidChange(_ change: MembershipChange)

    /// Members, blocks or sharing settings have changed, so these users may see others, or be seen by them,
    /// differently.
    func visibilityDidChange(of users: [UserID])

    /// Closes the connections of ended sessions.
    func sessionsDidEnd(_ revocation: Accounts.Revocation)
}

extension ChatEventPublisher {
    /// Queues a frame that carries no durable change of a chat, until the group completes.
    func enqueue(_ payload: [UInt8], to users: [UserID]) {
        enqueue(payload, at: nil, admitting: .nobody, to: users, except: nil)
    }
}

/// The position of a durable change in its chat.
public struct ChangePosition: Sendable, Hashable {
    public let chatId: ChatID
    public let seq: Int64

    public init(chatId: ChatID, seq: Int64) {
        self.chatId = chatId
        self.seq = seq
    }
}

/// The users whom a change adds to its chat. They receive everything that follows, regardless of their earlier
/// position.
public enum Admission: Sendable, Hashable {
    case nobody
    case one(UserID)
    case everyone
    /// Nobody: it ends this user's membership.
    case parting(UserID)
    /// Nobody: for whoever is told of it, the chat is gone.
    case partingOfAll
}

/// Users who joined a chat or left it.
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
    public func enqueue(_ payload: [UInt8], about position: ChangePosition, to members: [UserID]) {}
    public func membersDidChange(_ change: MembershipChange) {}
    public func visibilityDidChange(of users: [UserID]) {}
    public func sessionsDidEnd(_ revocation: Accounts.Revocation) {}
}
