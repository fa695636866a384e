import Domain
import Foundation
import SpotterAPI

/// What covers part of the screen until it is closed.
enum Overlay: Sendable, Equatable {
    case help(scroll: Int)
    case switcher(Switcher)
    case question(AppQuestion)
    case settings(SettingsMenu)
}

/// A step that can't be taken back, and waits for a `y`.
struct AppQuestion: Sendable, Equatable {
    let text: String
    let effects: [AppEffect]
}

/// Finds a chat or a person by some letters of the name.
struct Switcher: Sendable, Equatable {
    enum Target: Sendable, Equatable {
        case chat(ChatID)
        case person(UserID)
    }

    struct Entry: Sendable, Equatable {
        let target: Target
        let name: String
        let detail: String
    }

    var query = ""
    var all: [Entry]
    var selected = 0

    /// The entries that have the letters in this order, best first.
    var matches: [Entry] {
        guard !query.isEmpty else { return all }
        return all.compactMap { entry in FuzzyMatch.score(query, in: entry.name).map { (entry, $0) } }
            .enumerated()
            .sorted { ($0.element.1, -$0.offset) > ($1.element.1, -$1.offset) }
            .map(\.element.0)
    }
}

/// Letters of a name in their order, with gaps.
enum FuzzyMatch {
    /// Higher is better: the start of the name, starts of words, letters that follow each other. `nil` if a letter is
    /// missing.
    static func score(_ query: String, in name: String) -> Int? {
        let wanted = folded(query).filter { !$0.isWhitespace }
        let letters = folded(name)
        var score = 0
        var position = 0
        var last = -2
        for letter in wanted {
            guard let found = letters[position...].firstIndex(of: letter) else { return nil }
            let startsWord = found == 0 || letters[found - 1].isWhitespace
            score += found == last + 1 ? 8 : 0
            score += found == 0 ? 12 : startsWord ? 10 : 1
            last = found
            position = found + 1
        }
        return score * 8 - letters.count
    }

    private static func folded(_ text: String) -> [Character] {
        Array(text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil))
    }
}
