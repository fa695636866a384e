import Domain

/// The message of the open chat that a command refers to.
enum MessageReference: Equatable, Sendable {
    /// By the number that is shown with it.
    case number(Int64)
    case latestOwn
    case latestOfOthers
}

/// An operation on a message.
enum MessageAction: Equatable, Sendable {
    case reply(String)
    case edit(String)
    case delete
    case react(String)
    case pin
    case unpin
    /// Shows who has received and read it.
    case seen
}

/// The command in a submitted line.
enum SlashCommand: Equatable, Sendable {
    case message(String)
    case help
    case chats
    case open(String)
    case history
    /// Searches the open chat, or all.
    case search(String, everywhere: Bool)
    case ask(String)
    case confirm(String?)
    case cancel(String?)
    case who
    case people(PeopleCommand)
    case file(path: String, caption: String)
    /// Saves to a path, by default into the current folder.
    case save(MessageReference, to: String?)
    case openFile(MessageReference)
    case agenda(AgendaRange.Span)
    case reminders
    case act(MessageAction, on: MessageReference)
    /// `nil` hours: permanently.
    case mute(hours: Int?)
    case unmute
    case leave
    /// Applies to failed messages: those of the open chat, or all if none is open.
    case retry
    case discard
    /// Of the full screen.
    case settings
    case quit
    /// About what a coach plans.
    case coach(CoachCommand)
    /// With the reason, for the user.
    case invalid(String)

    /// Parses any line. `nil` if it is blank. A line that starts with `//` is a message that starts with `/`.
    init?(_ line: String) {
        let text = line.trimmed
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix("/"), !text.hasPrefix("//") else {
            self = .message(text.hasPrefix("//") ? String(text.dropFirst()) : line)
            return
        }
        let parts = text.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
        let word = parts.first.map { $0.lowercased() } ?? ""
        let rest = parts.count > 1 ? String(parts[1]).trimmed : nil
        func required(_ what: String, _ make: (String) -> SlashCommand) -> SlashCommand {
            rest.map(make) ?? .invalid("/\(word) needs \(what).")
        }
        self =
            switch word {
            case "help", "h", "?": .help
            case "chats", "c": .chats
            case "open", "o": Self.parseOpen(rest)
            case "file", "f": Self.parseFile(rest)
            case "save": Self.parseSave(rest)
            case "history": .history
            case "search", "s": required("what to look for") { .search($0, everywhere: false) }
            case "searchall": required("what to look for") { .search($0, everywhere: true) }
            case "ask", "a": required("a question") { .ask($0) }
            case "confirm", "yes": .confirm(rest)
            case "cancel", "no": .cancel(rest)
            case "who", "w", "members": .who
            case "agenda": AgendaRange.Span(word: rest).map { .agenda($0) } ?? .invalid("/agenda takes today or week.")
            case "reminders": .reminders
            case "mute": Self.mute(rest)
            case "unmute": .unmute
            case "leave": .leave
            case "retry": .retry
            case "discard": .discard
            case "settings": .settings
            case "quit", "q", "exit": .quit
            default:
                Self.people(word, rest) ?? Self.action(word, rest) ?? CoachCommand.parse(word, rest)
                    ?? .invalid("There's no /\(TerminalText.line(String(word.prefix(32)))); /help lists the commands.")
            }
    }

    private static func mute(_ rest: String?) -> SlashCommand {
        guard let rest else { return .mute(hours: nil) }
        guard let hours = Int(rest), (1...8760).contains(hours) else {
            return .invalid("/mute takes hours, or nothing.")
        }
        return .mute(hours: hours)
    }

    private static func people(_ word: String, _ rest: String?) -> SlashCommand? {
        switch PeopleCommand.parse(word, rest) {
        case .success(let command): .people(command)
        case .failure(let problem): .invalid(problem.reason)
        case nil: nil
        }
    }

    private static func parseFile(_ rest: String?) -> SlashCommand {
        let words = ShellWords.split(rest ?? "")
        guard let path = words.first else { return .invalid("/file needs a path: /file ~/plan.pdf Your plan.") }
        return .file(path: path, caption: words.dropFirst().joined(separator: " "))
    }

    private static func parseSave(_ rest: String?) -> SlashCommand {
        let words = ShellWords.split(rest ?? "")
        guard let first = words.first, first.hasPrefix("#") else { return .save(.latestOfOthers, to: words.first) }
        guard let seq = Int64(first.dropFirst()), seq > 0 else {
            return .invalid("'\(TerminalText.line(String(first.prefix(32))))' isn't a message's number like #12.")
        }
        return .save(.number(seq), to: words.dropFirst().first)
    }

    /// A chat, or the file of a message.
    private static func parseOpen(_ rest: String?) -> SlashCommand {
        if let rest, !rest.hasPrefix("#") { return .open(rest) }
        guard let rest else {
            return .invalid("/open needs a name or a number from /chats, or a message with a file: #12.")
        }
        guard let seq = Int64(rest.dropFirst()), seq > 0 else {
            return .invalid("'\(TerminalText.line(String(rest.prefix(32))))' isn't a message's number like #12.")
        }
        return .openFile(.number(seq))
    }

    /// `/word [#number] [text]`
    private static func action(_ word: String, _ rest: String?) -> SlashCommand? {
        var text = rest ?? ""
        var number: Int64?
        if text.hasPrefix("#") {
            let parts = text.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard let first = parts.first, let given = Int64(first), given > 0 else {
                return .invalid("'\(TerminalText.line(String(text.prefix(32))))' isn't a message's number like #12.")
            }
            number = given
            text = parts.count > 1 ? String(parts[1]).trimmed : ""
        }
        func made(_ action: MessageAction, own: Bool, needs: String? = nil) -> SlashCommand {
            if let needs, text.isEmpty { return .invalid("/\(word) needs \(needs).") }
            if needs == nil, !text.isEmpty { return .invalid("/\(word) takes a number like #12, or nothing.") }
            return .act(action, on: number.map { .number($0) } ?? (own ? .latestOwn : .latestOfOthers))
        }
        return switch word {
        case "reply", "r": made(.reply(text), own: false, needs: "a text")
        case "edit", "e": made(.edit(text), own: true, needs: "the new text")
        case "delete": made(.delete, own: true)
        case "react": made(.react(text), own: false, needs: "an emoji")
        case "pin": made(.pin, own: false)
        case "unpin": made(.unpin, own: false)
        case "seen": made(.seen, own: true)
        default: nil
        }
    }

    static let names =
        [
            "/accept", "/add", "/agenda", "/ask", "/block", "/cancel", "/chats", "/confirm", "/delete", "/discard",
            "/edit",
            "/file", "/group", "/help", "/history", "/invite", "/leave", "/members", "/mute", "/new", "/open", "/pin",
            "/quit", "/react", "/reminders", "/remove", "/rename", "/reply", "/retry", "/save", "/search", "/searchall",
            "/seen", "/settings",
            "/unblock", "/unmute", "/unpin", "/who",
        ] + CoachCommand.names

    static let helpText = """
        Type a message and press Enter. A line that begins with / is a command:
          /chats              list your chats          /open NAME|N     go to a chat
          /history            older messages           /members         members and who is there
          /reply [#N] TEXT    answer a message         /react [#N] 👍   react, or take it back
          /edit [#N] TEXT     change your message      /delete [#N]     delete your message
          /pin, /unpin [#N]   pin a message            /seen [#N]       who has received and read it
          /search WORDS       find in this chat        /searchall WORDS find everywhere
          /file PATH [TEXT]   send a file              /save [#N] [TO]  save a file; /open #N shows it
          /invite [EMAIL]     a code for a client      /accept WHO      a trainer's request, or a code
          /add EMAIL          ask somebody to come     /new NAME WHO…   make a group
          /add WHO…, /remove WHO, /rename NAME         in a group      /block, /unblock WHO
          /mute [HOURS]       be quiet; /unmute        /leave           leave this chat for good
          /retry              send again what failed   /discard         drop what failed
          /ask QUESTION       ask the assistant        /confirm, /cancel [N]  do what it offered, or drop it
          /inbox              who waits for you        /later TIME TEXT send it later: /later "friday at 9" Hi!
          /scheduled          what is sent later       /note [TEXT]     your private notes on them
          /tag [+A -B]        your tags on them        /profile         what is known about them
          /week               who needs you, and why   /summary         what this chat was about
          /actions [N]        what is to be done here; task N is done
          /agenda [today]     your appointments        /reminders       what you wanted to be reminded of
          /settings           colours, bell, quiet hours (in the full screen)
          /help               this                     /quit            leave the program (Ctrl-D)
        Without #N: the latest message, of others for /reply, /react and /pin, your own for the rest.
        Marks: … queued  ✓ stored  ✓✓ delivered  blue ✓✓ read by everybody. //text sends text that begins with /.
        """
}
