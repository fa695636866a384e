import Domain
import LanguageModels
import Synchronization

/// What models wrote lately, by all that they were asked: a message that is new, edited or gone makes another prompt.
///
/// It is kept in memory only, so that no erased words stay on the disk.
final class SummaryCache: Sendable {
    struct Key: Hashable, Sendable {
        let model: String
        let owner: UserID
        let prompt: [ModelMessage]
    }

    static let maxSummaries = 64

    private struct State {
        var texts: [Key: String] = [:]
        /// The oldest first.
        var order: [Key] = []
    }

    private let state = Mutex(State())

    subscript(key: Key) -> String? {
        get { state.withLock { $0.texts[key] } }
        set {
            state.withLock { state in
                if state.texts[key] != nil { state.order.removeAll { $0 == key } }
                state.texts[key] = newValue
                guard newValue != nil else { return }
                state.order.append(key)
                if state.order.count > Self.maxSummaries { state.texts[state.order.removeFirst()] = nil }
            }
        }
    }
}
