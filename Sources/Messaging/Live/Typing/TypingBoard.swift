public import Domain
import SpotterAPI
import Storage
import Synchronization

/// Who is writing where, told to the other members of the chat at that moment.
///
/// Goes through the writer, from its memory of chats: in its order nobody hears of a chat that they have left, nor of
/// somebody who left. Nothing is told in larger chats, nor between people one of whom blocks the other.
public final class TypingBoard: Sendable {
    /// Members above which typing isn't told.
    public static let largestChat = 100

    private struct Typist: Sendable {
        let displayName: String
        var connections: Set<ConnectionID>
    }

    private let typists = Mutex<[ChatID: [UserID: Typist]]>([:])
    private let database: any Database
    private let states: ChatStates
    private let hub: Hub

    init(database: any Database, states: ChatStates, hub: Hub) {
        self.database = database
        self.states = states
        self.hub = hub
        states.onMembersChanged { [weak self] change in self?.left(change) }
    }

    /// Tells that somebody writes; again, where it was told before.
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
                    _ = typists[chat, default: [:]][
                        user.id,
                        default: Typist(displayName: user.displayName, connections: [])
                    ].connections.insert(connection)
                }
                self.tell(chat, user.id, user.displayName, isTyping: true, expiresInMs: expiresInMs, to: others)
            }
            if case .failure(let error) = result { failure(error) }
        }
    }

    /// Tells that somebody no longer writes, unless they do on another device.
    public func stop(in chat: ChatID, by user: User, on connection: ConnectionID) {
        database.enqueue { [states] database -> [UserID] in
            guard let state = try states.load(chat, on: database) else { return [] }
            return try Self.audience(of: user.id, in: state, on: database)
        } completion: { result in
            guard case .success(let others) = result, self.ended(chat, user.id, on: connection) else { return }
            self.tell(chat, user.id, user.displayName, isTyping: false, expiresInMs: 0, to: others)
        }
    }

    /// Whether that was the last device of somebody who was writing.
    private func ended(_ chat: ChatID, _ user: UserID, on connection: ConnectionID) -> Bool {
        typists.withLock { typists in
            guard typists[chat]?[user]?.connections.remove(connection) != nil else { return false }
            guard typists[chat]?[user]?.connections.isEmpty == true else { return false }
            typists[chat]?[user] = nil
            if typists[chat]?.isEmpty == true { typists[chat] = nil }
            return true
        }
    }

    /// Whoever isn't in a chat any more doesn't write in it. In the order of commits, after the commit.
    private func left(_ change: ChatStates.MembersChange) {
        let gone: [UserID: Typist] = typists.withLock { typists in
            var gone: [UserID: Typist] = [:]
            for user in change.users where !change.members.contains(user) {
                gone[user] = typists[change.chatId]?.removeValue(forKey: user)
            }
            if typists[change.chatId]?.isEmpty == true { typists[change.chatId] = nil }
            return gone
        }
        for (user, typist) in gone {
            tell(change.chatId, user, typist.displayName, isTyping: false, expiresInMs: 0, to: change.members)
        }
    }

    private func tell(
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
        hub.gather(hub.encode(ephemeral: ServerFrames.typing(typing)), to: others)
    }

    private static func audience(
        of user: UserID,
        in state: ChatState,
        on connection: any SQLConnection
    ) throws -> [UserID] {
        guard state.recipients.count <= largestChat else { return [] }
        let blocked = try Blocks.all(around: user, on: connection)
        return state.recipients.filter { $0 != user && !blocked.contains($0) }
    }
}
