/// What the screen calls keys, so that it never names one that the user has given another meaning.
extension AppModel {
    /// The first key of an action, in a context if it has one there; `nil` if it has none.
    func keyName(_ action: KeyAction, in context: KeyContext = .everywhere) -> String? {
        let here = keyMap.bindings.first { $0.action == action && $0.context == context && !$0.keys.isEmpty }
        return (here?.keys.first ?? keyMap.key(for: action))?.title(inWords: namesKeysInWords)
    }

    /// `↑ ↓`, or what moves through a popup instead.
    var choiceKeys: String {
        [.previousChoice, .nextChoice].compactMap { keyName($0, in: .menu) }.joined(separator: " ")
    }

    /// `r retry, x drop`, without those that have no key.
    func keyHints(_ actions: [(KeyAction, String)], in context: KeyContext, separator: String = "  ") -> String {
        actions.compactMap { action, title in keyName(action, in: context).map { "\($0) \(title)" } }
            .joined(separator: separator)
    }
}
