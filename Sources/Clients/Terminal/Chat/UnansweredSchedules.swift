import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Synchronization

/// Messages for later whose answer didn't come. Whoever asks for the same again means the same message: it keeps its id
/// until the server has answered, so that nothing is scheduled twice. After a while it's another one: "tomorrow at 9" is
/// another time by then.
final class UnansweredSchedules: Sendable {
    private struct Wish: Hashable {
        let chat: ChatID
        let when: String
        let text: String
    }

    /// How long somebody may try again.
    private static let patienceSeconds: Int64 = 600

    private let ids = Mutex<[Wish: (id: String, since: Timestamp)]>([:])

    /// - Parameter send: asks the server.
    /// - Throws: what `send` throws.
    func schedule(
        _ text: String,
        _ when: String,
        in chat: ChatID,
        at now: Timestamp,
        by send: (NewScheduledMessageRequest) async throws -> ScheduledMessage
    ) async throws -> ScheduledMessage {
        let wish = Wish(chat: chat, when: when, text: text)
        let id = ids.withLock { ids in
            if let known = ids[wish], now < known.since.adding(seconds: Self.patienceSeconds) { return known.id }
            let id = UUID().uuidString.lowercased()
            ids[wish] = (id, now)
            return id
        }
        do {
            let made = try await send(
                NewScheduledMessageRequest(chatId: chat, clientMessageId: id, text: text, when: when)
            )
            forget(wish)
            return made
        } catch let error as ClientError where error.isTransient {
            throw error
        } catch {
            forget(wish)
            throw error
        }
    }

    private func forget(_ wish: Wish) { ids.withLock { $0[wish] = nil } }
}
