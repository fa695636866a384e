import Domain

/// What could complete the word before the cursor: `@people`, `#chats`, `/commands`, `:emoji:` and paths of files.
struct CompletionMenu: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        let shown: String
        let inserted: String
    }

    let entries: [Entry]
    /// What an entry replaces.
    let range: Range<Int>
    /// The typed word is one of the entries.
    let isWhole: Bool
    var selected = 0

    private static let maxEntries = 50

    private init?(_ entries: [Entry], _ range: Range<Int>, typed: String) {
        guard !entries.isEmpty else { return nil }
        self.entries = Array(entries.prefix(Self.maxEntries))
        self.range = range
        isWhole = entries.contains { $0.inserted.trimmed == typed }
    }

    /// `nil` if nothing is being named.
    init?(_ model: AppModel) {
        let editor = model.composer.editor
        let before = editor.characters[..<editor.cursor]
        let start = before.lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
        let word = String(before[start...])
        guard let sign = word.first else { return nil }
        let typed = String(word.dropFirst())
        let range = start..<editor.cursor
        switch sign {
        case "@" where model.openChat != nil:
            let names = (model.openChat?.members ?? []).filter { $0.userId != model.me.id }.map(\.displayName)
            self.init(Self.matching(names, typed) { "@\($0) " }, range, typed: word)
        case "#" where !model.composer.isCommand:
            let names = model.list.ordered.compactMap { model.list.chats[$0]?.name }
            guard !typed.isEmpty else { return nil }
            self.init(Self.matching(names, typed) { "#\($0) " }, range, typed: word)
        case "/" where start == 0 && !typed.hasPrefix("/"):
            let commands = SlashCommand.names.filter { $0.hasPrefix(word.lowercased()) }
            self.init(commands.map { Entry(shown: $0, inserted: $0 + " ") }, range, typed: word)
        case ":" where typed.count >= 2:
            let names = EmojiNames.names(beginning: typed.lowercased())
            self.init(
                names.map { Entry(shown: "\($0.emoji) :\($0.name):", inserted: $0.emoji + " ") },
                range,
                typed: word
            )
        default: return nil
        }
    }

    private static func matching(_ names: [String], _ typed: String, _ inserted: (String) -> String) -> [Entry] {
        names.compactMap { name in
            let clean = TerminalText.line(name)
            guard typed.isEmpty || FuzzyMatch.score(typed, in: clean) != nil else { return nil }
            return Entry(shown: clean, inserted: inserted(clean))
        }
    }

    // MARK: Paths

    /// The path being typed after `/file`, or after `/save` and the number of a message.
    static func pathPrefix(in composer: Composer) -> String? {
        let words = composer.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard composer.isCommand, words.count == 2 else { return nil }
        var rest = String(words[1])
        switch words[0].dropFirst() {
        case "file", "f": break
        case "save" where rest.hasPrefix("#"):
            guard let space = rest.firstIndex(of: " ") else { return nil }
            rest = String(rest[rest.index(after: space)...])
        case "save": break
        default: return nil
        }
        let isQuoted = rest.hasPrefix("\"")
        guard !rest.isEmpty, isQuoted ? !rest.dropFirst().contains("\"") : !rest.contains(" ") else { return nil }
        return rest
    }

    static func paths(_ paths: [String], for typed: String, in composer: Composer) -> CompletionMenu? {
        guard pathPrefix(in: composer) == typed else { return nil }
        let end = composer.editor.characters.count
        let entries = paths.map { path -> Entry in
            // A folder stays open for what is in it.
            let isFolder = path.hasSuffix("/")
            return Entry(shown: path, inserted: path.contains(" ") ? "\"\(path)\(isFolder ? "" : "\"")" : path)
        }
        return CompletionMenu(entries, (end - typed.count)..<end, typed: typed)
    }
}

/// The line client's completion: names after commands.
struct SharedCompletion {
    let completion: Completion

    init(_ model: AppModel) {
        let chats = model.list.ordered.compactMap { model.list.chats[$0] }
        let people = Set(
            chats.flatMap(\.members).filter { $0.userId != model.me.id }.map { TerminalText.line($0.displayName) }
        )
        let members = (model.openChat?.members ?? []).filter { $0.userId != model.me.id }
        completion = Completion(
            chats: chats.map { TerminalText.line($0.name) },
            people: people.sorted(),
            members: members.map { TerminalText.line($0.displayName) }
        )
    }
}
