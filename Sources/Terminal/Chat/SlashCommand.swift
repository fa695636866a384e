import Domain

/// What a submitted line asks for.
enum SlashCommand: Equatable, Sendable {
    case say(String)
    case help
    case chats
    case open(String)
    case history
    case search(String)
    case ask(String)
    case confirm(String?)
    case cancel(String?)
    case who
    case quit
    /// With what was wrong, in words.
    case invalid(String)

    /// Total. A line that begins with `//` is a message that begins with `/`.
    init?(_ line: String) {
        let text = line.trimmed
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix("/"), !text.hasPrefix("//") else {
            self = .say(text.hasPrefix("//") ? String(text.dropFirst()) : line)
            return
        }
        let parts = text.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
        let word = parts.first.map { $0.lowercased() } ?? ""
        let rest = parts.count > 1 ? String(parts[1]).trimmed : nil
        func needing(_ what: String, _ make: (String) -> SlashCommand) -> SlashCommand {
            rest.map(make) ?? .invalid("/\(word) needs \(what).")
        }
        self =
            switch word {
            case "help", "h", "?": .help
            case "chats", "c": .chats
            case "open", "o": needing("a name or a number from /chats") { .open($0) }
            case "history": .history
            case "search", "s": needing("what to look for") { .search($0) }
            case "ask", "a": needing("a question") { .ask($0) }
            case "confirm", "yes": .confirm(rest)
            case "cancel", "no": .cancel(rest)
            case "who", "w": .who
            case "quit", "q", "exit": .quit
            default: .invalid("There's no /\(TerminalText.line(String(word.prefix(32)))); /help lists the commands.")
            }
    }

    static let names = [
        "/ask", "/cancel", "/chats", "/confirm", "/help", "/history", "/open", "/quit", "/search", "/who",
    ]

    static let helpText = """
        Type a message and press Enter. A line that begins with / is a command:
          /chats            list your chats          /open NAME|N   go to a chat
          /history          older messages           /who           members and who is there
          /search WORDS     find messages            /ask QUESTION  ask the assistant
          /confirm [N]      run what it offered      /cancel [N]    drop it
          /help             this                     /quit          leave (Ctrl-D)
        Marks: ✓ stored  ✓✓ delivered  blue ✓✓ read by everybody. //text sends text that begins with /.
        """
}
