import Domain
import Foundation
import SpotterAPI
import SpotterClient
import Synchronization

/// Messages for later whose answer didn't come. Whoever asks for the same again means the same message: it keeps its id
/// until the server has answered, so that nothing is scheduled twice.
final class UnansweredSchedules: Sendable {
    private struct Wish: Hashable {
        let chat: ChatID
        let when: String
        let text: String
    }

    private let ids = Mutex<[Wish: String]>([:])

    /// - Parameter send: asks the server.
    /// - Throws: what `send` throws.
    func schedule(
        _ text: String,
        _ when: String,
        in chat: ChatID,
        by send: (NewScheduledMessageRequest) async throws -> ScheduledMessage
    ) async throws -> ScheduledMessage {
        let wish = Wish(chat: chat, when: when, text: text)
        let id = ids.withLock { ids in
            let id = ids[wish] ?? UUID().uuidString.lowercased()
            ids[wish] = id
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
