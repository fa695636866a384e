import Domain

/// A command about contacts and groups.
enum PeopleCommand: Equatable, Sendable {
    case invite(email: String?)
    case add(email: String)
    /// A trainer's name or an invitation's code.
    case accept(String)
    case newGroup(name: String, who: [String])
    case addToGroup([String])
    case removeFromGroup(String)
    case rename(String)
    case block(String, Bool)

    /// - Returns: `nil` if the word is another command; a reason if its arguments are wrong.
    static func parse(_ word: String, _ rest: String?) -> Result<PeopleCommand, Problem>? {
        let words = ShellWords.split(rest ?? "")
        func one(_ what: String, _ make: (String) -> PeopleCommand) -> Result<PeopleCommand, Problem> {
            rest.map { .success(make($0.trimmed.unquoted)) } ?? .failure(Problem("/\(word) needs \(what)."))
        }
        switch word {
        case "invite": return .success(.invite(email: words.first))
        case "add":
            guard let first = words.first else {
                return .failure(Problem("/add needs an e-mail address; in a group, names: /add sara mike."))
            }
            return .success(words.count == 1 && first.contains("@") ? .add(email: first) : .addToGroup(words))
        case "accept": return one("a trainer's name or a code") { .accept($0) }
        case "new", "group":
            guard let name = words.first, words.count > 1 else {
                return .failure(Problem("/\(word) needs a name and people: /\(word) \"Run Club\" sara mike."))
            }
            return .success(.newGroup(name: name, who: Array(words.dropFirst())))
        case "remove", "kick": return one("a name") { .removeFromGroup($0) }
        case "rename": return one("the new name") { .rename($0) }
        case "block": return one("a name") { .block($0, true) }
        case "unblock": return one("a name") { .block($0, false) }
        default: return nil
        }
    }

    struct Problem: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }
}

/// Words as in a shell: quotes keep spaces together.
enum ShellWords {
    static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "\"" || character == "'", word == nil {
                quote = character
                word = ""
            } else if character.isWhitespace {
                if let complete = word { words.append(complete) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}

extension String {
    /// Without a pair of quotes around the whole.
    var unquoted: String {
        guard count > 1, let first, first == last, first == "\"" || first == "'" else { return self }
        return String(dropFirst().dropLast())
    }
}
