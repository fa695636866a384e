import Contacts
public import Domain
public import Messaging
import NIOCore
import SpotterAPI
import Storage
import Synchronization

/// Publishes who is typing to the other members of the chat.
///
/// It runs in the writer with its cached chats. Because of the order of commits, a user receives no typing of a chat
/// they have left, or of a member who has left. Typing isn't published in large chats, or between users one of whom has
/// blocked the other.
public final class TypingTracker: Sendable {
    /// In larger chats, typing isn't published.
    public static let maxChatSize = 100

    private struct Typist: Sendable {
        let displayName: String
        var connections: Set<ConnectionID>
        /// Who was told of it.
        var audience: [UserID] = []
    }

    private let typists = Mutex<[ChatID: [UserID: Typist]]>([:])
    private let elsewhere = Mutex(RemoteTypists())
    private let database: any Database
    private let states: ChatStateCache
    private let hub: Hub

    init(database: any Database, states: ChatStateCache, hub: Hub) {
        self.database = database
        self.states = states
        self.hub = hub
    }

    /// Publishes that a user is typing, even if it was published before.
    /// - Parameter failure: called with `not_a_member` if the user isn't in the chat.
    public func start(
        in chat: ChatID,
        by user: User,
        on connection: ConnectionID,
        expiresInMs: Int,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        let actor = Actor(userId: user.id, role: user.role)
        database.enqueue { [states] database -> [UserID] in
            let state = try states.load(chat, on: database)
            guard let state, Access.can(actor, .readChat(state.members[user.id])) else {
                throw SpotterError.notAMember
            }
            return try Self.audience(of: user.id, in: state, on: database)
        } completion: { result in
            if case .success(let others) = result {
                self.typists.withLock { typists in
                    var typist =
                        typists[chat]?[user.id] ?? Typist(displayName: user.displayName, connections: [])
                    typist.connections.insert(connection)
                    typist.audience = others
                    typists[chat, default: [:]][user.id] = typist
                }
                self.publish(chat, user.id, user.displayName, isTyping: true, expiresInMs: expiresInMs, to: others)
            }
            if case .failure(let error) = result { failure(error) }
        }
    }

    /// Publishes that a user has stopped typing, unless the user is still typing on another device.
    public func stop(in chat: ChatID, by user: User, on connection: ConnectionID) {
        database.enqueue { [states] database -> [UserID] in
            guard let state = try states.load(chat, on: database) else { return [] }
            return try Self.audience(of: user.id, in: state, on: database)
        } completion: { result in
            guard case .success(let others) = result, self.ended(chat, user.id, on: connection) else { return }
            self.publish(chat, user.id, user.displayName, isTyping: false, expiresInMs: 0, to: others)
        }
    }

    /// Whether this was the last device on which the user was typing.
    private func ended(_ chat: ChatID, _ user: UserID, on connection: ConnectionID) -> Bool {
        typists.withLock { typists in
            guard typists[chat]?[user]?.connections.remove(connection) != nil else { return false }
            guard typists[chat]?[user]?.connections.isEmpty == true else { return false }
            typists[chat]?[user] = nil
            if typists[chat]?.isEmpty == true { typists[chat] = nil }
            return true
        }
    }

    /// Who is typing in each chat, as far as `viewer` was told.
    package func typists(visibleTo viewer: UserID) -> [ChatID: [UserID]] {
        let here = typists.withLock { typists in
            typists.mapValues { $0.filter { $0.value.audience.contains(viewer) }.keys.sorted() }
        }.filter { !$0.value.isEmpty }
        let now = hub.now
        let there = elsewhere.withLock { $0.typists(visibleTo: viewer, at: now) }
        return here.merging(there) { Set($0).union($1).sorted() }
    }

    /// Another node has told users of its own and of others that somebody types there.
    func heard(_ typing: NodeMessage.Typing, toldTo audience: [UserID], at now: NIODeadline) {
        elsewhere.withLock { $0.heard(typing, toldTo: audience, at: now) }
    }

    /// Publishes that users who left a chat have stopped typing in it. Called after each commit, in order.
    func membersDidChange(_ change: MembershipChange) {
        elsewhere.withLock { $0.membersDidChange(change) }
        let gone: [UserID: Typist] = typists.withLock { typists in
            var gone: [UserID: Typist] = [:]
            for user in change.users where !change.members.contains(user) {
                gone[user] = typists[change.chatId]?.removeValue(forKey: user)
            }
            if typists[change.chatId]?.isEmpty == true { typists[change.chatId] = nil }
            return gone
        }
        for (user, typist) in gone {
            publish(change.chatId, user, typist.displayName, isTyping: false, expiresInMs: 0, to: change.members)
        }
    }

    private func publish(
        _ chat: ChatID,
        _ user: UserID,
        _ displayName: String,
        isTyping: Bool,
        expiresInMs: Int,
        to others: [UserID]
    ) {
        guard !others.isEmpty else { return }
        let typing = Typing(
            chatId: chat,
            userId: user,
            displayName: displayName,
            isTyping: isTyping,
            expiresInMs: expiresInMs
        )
        hub.enqueueEverywhere(
            hub.encode(ephemeral: ServerFrames.typing(typing)),
            NodeMessage.Typing(chat: chat, user: user, milliseconds: isTyping ? expiresInMs : 0),
            to: others
        )
    }

    private static func audience(
        of user: UserID,
        in state: ChatState,
        on connection: any SQLConnection
    ) throws -> [UserID] {
        guard state.recipients.count <= maxChatSize else { return [] }
        let blocked = try BlockRows.all(around: user, on: connection)
        return state.recipients.filter { $0 != user && !blocked.contains($0) }
    }
}
