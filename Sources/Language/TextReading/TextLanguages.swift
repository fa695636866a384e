import Synchronization

/// The languages of texts that were ranked lately: most candidates of one question are those of the next, and to cut a text
/// into words takes longer than all else that a ranking does with it. Of the texts only hashes are kept.
package final class TextLanguages: Sendable {
    package static let shared = TextLanguages()

    private struct State: Sendable {
        var recent: [Int: TextLanguage] = [:]
        var earlier: [Int: TextLanguage] = [:]
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: the most texts; the oldest are forgotten first.
    package init(capacity: Int = 32_768) { self.capacity = capacity }

    package func language(of text: String) -> TextLanguage {
        let key = text.hashValue
        if let known = state.withLock({ $0.recent[key] ?? $0.earlier[key] }) { return known }
        let language = TextLanguage.of(text)
        state.withLock { state in
            if state.recent.count >= max(1, capacity / 2) { (state.earlier, state.recent) = (state.recent, [:]) }
            state.recent[key] = language
        }
        return language
    }

    /// How many texts are known.
    var count: Int { state.withLock { $0.recent.count + $0.earlier.count } }
}
