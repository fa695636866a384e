public import Domain
public import SpotterAPI
import Storage
import Synchronization

/// Delivered and read cursors. They only move forward, and never beyond the chat's last change.
public struct Receipts: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStateCache
    let publisher: any ChatEventPublisher
    private let queue = ReceiptQueue()

    init(database: any Database, clock: any WallClock, states: ChatStateCache, publisher: any ChatEventPublisher) {
        self.database = database
        self.clock = clock
        self.states = states
        self.publisher = publisher
    }

    public enum Kind: Sendable {
        case delivered, read
    }

    /// Moves a cursor up to `seq`; reading implies delivery. A move is published to members who may see it.
    ///
    /// - Parameter failure: called in the order of commits if the move was refused, with `not_a_member` if the actor
    ///   isn't in the chat or `invalid_request` if `seq` is negative.
    public func advance(
        _ kind: Kind,
        to seq: Int64,
        in chat: ChatID,
        by actor: Actor,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        guard seq >= 0 else { return failure(Self.negative) }
        if queue.add(kind, to: seq, in: chat, by: actor, { $0.failureHandlers.append(failure) }) { enqueue() }
    }

    /// The same; returns the resulting position.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `invalid_request` if `seq` is negative.
    public func advance(_ kind: Kind, to seq: Int64, in chat: ChatID, by actor: Actor) async throws -> ReadPosition {
        guard seq >= 0 else { throw Self.negative }
        return try await withCheckedThrowingContinuation { continuation in
            let isFirst = queue.add(kind, to: seq, in: chat, by: actor) {
                $0.completions.append { continuation.resume(with: $0) }
            }
            if isFirst { enqueue() }
        }
    }

    private static let negative = SpotterError.invalid("seq must not be negative.")

    /// Enqueues one transaction for all moves that arrive before it runs.
    private func enqueue() {
        let now = clock.now()
        // A transaction may run twice. The second run uses the moves that the first one took.
        let taken = Mutex<[ReceiptQueue.Move]?>(nil)
        let queue = queue
        let moves: @Sendable () -> [ReceiptQueue.Move] = {
            taken.withLock { taken in
                let moves = taken ?? queue.take()
                taken = moves
                return moves
            }
        }
        database.enqueue { connection in
            try moves().map { move -> Result<CursorUpdate.Outcome, SpotterError> in
                do {
                    return .success(try CursorUpdate(move, states: states, at: now, on: connection).apply())
                } catch let error as SpotterError {
                    return .failure(error)
                }
            }
        } completion: { result in
            switch result {
            case .success(let outcomes):
                for (move, outcome) in zip(moves(), outcomes) {
                    if case .success(let outcome) = outcome { outcome.publish(to: publisher) }
                    move.finish(outcome.map(\.position).mapError { $0 })
                }
            case .failure(let error):
                for move in moves() { move.finish(.failure(error)) }
            }
        }
    }

    // MARK: All chats

    /// Marks everything in all of the actor's chats as read, in one transaction.
    public func readAll(by actor: Actor) async throws -> [ChatReadPosition] {
        let now = clock.now()
        return try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                try states.writePositions(on: connection)
                let chats = try connection.query(
                    """
                    SELECT m.chat_id, c.seq FROM members m JOIN chats c ON c.id = m.chat_id
                    WHERE m.user_id = $1 ORDER BY c.active_at DESC, c.id DESC
                    """,
                    actor.userId
                ) { (id: try $0.id(0, ChatID.self), seq: try $0.int(1)) }
                return try chats.map { chat in
                    let move = ReceiptQueue.Move(chat: chat.id, actor: actor, read: chat.seq)
                    return (chat, try CursorUpdate(move, states: states, at: now, on: connection).apply())
                }
            } completion: { (result: Result<[((id: ChatID, seq: Int64), CursorUpdate.Outcome)], any Error>) in
                if case .success(let outcomes) = result {
                    for (_, outcome) in outcomes { outcome.publish(to: publisher) }
                }
                continuation.resume(
                    with: result.map { $0.map { ChatReadPosition(chatId: $0.0.id, readSeq: $0.0.seq, unread: 0) } }
                )
            }
        }
    }
}

extension ReceiptQueue.Move {
    func finish(_ result: Result<ReadPosition?, any Error>) {
        switch result {
        case .success(let position):
            guard let position else { return }
            for completion in completions { completion(.success(position)) }
        case .failure(let error):
            for handle in failureHandlers { handle(error) }
            for completion in completions { completion(.failure(error)) }
        }
    }
}
