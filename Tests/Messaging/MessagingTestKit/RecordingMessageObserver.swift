package import Domain
import Messaging
import Synchronization

/// Records what Messaging reports after commits.
package final class RecordingMessageObserver: MessageObserver {
    private let state = Mutex((created: 0, changed: [Message](), removed: [ChatID]()))

    package var created: Int { state.withLock { $0.created } }
    package var changed: [Message] { state.withLock { $0.changed } }
    package var removed: [ChatID] { state.withLock { $0.removed } }

    package func messageWasCreated() { state.withLock { $0.created += 1 } }
    package func messageDidChange(_ message: Message) { state.withLock { $0.changed.append(message) } }
    package func chatWasRemoved(_ chat: ChatID) { state.withLock { $0.removed.append(chat) } }
}
