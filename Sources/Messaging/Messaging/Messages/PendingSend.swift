import Domain
import SpotterAPI
import Storage

/// A message that waits for the writer, and is answered and published after its commit.
///
/// `@unchecked Sendable` because of `stored`: the engine calls `run` and `finish` one after the other, never at once.
final class PendingSend: ChatWriteJob, @unchecked Sendable {
    private let send: Messages.Send
    private let id: MessageID
    private let time: Timestamp
    private let messages: Messages
    private let completion: @Sendable (Result<Messages.Sent, any Error>) -> Void
    private var stored: Messages.Stored?

    var chat: ChatID { send.chatId }
    var owner: UserID? { send.sender.userId }
    var bytes: Int { send.text.utf8.count }

    init(
        _ send: Messages.Send,
        id: MessageID,
        at time: Timestamp,
        of messages: Messages,
        completion: @escaping @Sendable (Result<Messages.Sent, any Error>) -> Void
    ) {
        self.send = send
        self.id = id
        self.time = time
        self.messages = messages
        self.completion = completion
    }

    func run(on connection: any SQLConnection) throws {
        stored = try messages.insert(send, id: id, text: send.text, at: time, on: connection)
    }

    func finish(_ error: (any Error)?) {
        if let error { return completion(.failure(error)) }
        guard let stored else { return }
        let event = ServerFrames.created(stored.message)
        completion(.success(Messages.Sent(stored, json: event.message)))
        messages.publish(stored, event.frame, except: send.connection)
    }
}
