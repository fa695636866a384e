import Domain

/// Completes what is typed at the end of a line: commands, names after commands that take them, and mentions.
struct Completion {
    /// Names of chats, for `/open`.
    let chats: [String]
    /// Names of people, for commands about people.
    let people: [String]
    /// Names of the open chat's members, for mentions.
    let members: [String]

    private static let peopleCommands: Set<String> = [
        "add", "remove", "kick", "block", "unblock", "new", "group", "accept",
    ]

    /// The completed line; `nil` if nothing or more than one thing fits. What several have in common is filled in.
    func complete(_ line: String) -> String? {
        guard line.hasPrefix("/"), !line.hasPrefix("//") else { return completeMention(line) }
        guard let space = line.firstIndex(of: " ") else {
            return Self.extended(line, in: SlashCommand.names).map { $0.isWhole ? $0.text + " " : $0.text }
        }
        let word = line[line.index(after: line.startIndex)..<space].lowercased()
        let head = line[...space]
        if word == "open" || word == "o" {
            return Self.extended(String(line[line.index(after: space)...]), in: chats).map { head + $0.text }
        }
        guard Self.peopleCommands.contains(word) else { return nil }
        return completeLastWord(line)
    }

    private func completeLastWord(_ line: String) -> String? {
        let start = line.lastIndex(of: " ").map { line.index(after: $0) } ?? line.startIndex
        let typed = String(line[start...])
        guard !typed.isEmpty, let found = Self.extended(typed, in: people) else { return nil }
        // Names with spaces are quoted, so that they stay one word.
        let text = found.isWhole && found.text.contains(" ") ? "\"\(found.text)\"" : found.text
        return found.isWhole || !text.contains(" ") ? line[..<start] + text + (found.isWhole ? " " : "") : nil
    }

    private func completeMention(_ line: String) -> String? {
        guard let at = line.lastIndex(of: "@") else { return nil }
        let before = line[..<at].last
        guard before == nil || before?.isWhitespace == true else { return nil }
        let typed = String(line[line.index(after: at)...])
        guard !typed.isEmpty else { return nil }
        return Self.extended(typed, in: members).map { line[...at] + $0.text + ($0.isWhole ? " " : "") }
    }

    /// The longest text with which all names continue that begin with `typed`, ignoring case.
    private static func extended(_ typed: String, in names: [String]) -> (text: String, isWhole: Bool)? {
        let wanted = typed.lowercased()
        let hits = Set(names.filter { $0.lowercased().hasPrefix(wanted) })
        guard let first = hits.first else { return nil }
        guard hits.count > 1 else { return (first, true) }
        var common = first
        for hit in hits {
            common = String(zip(common, hit).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
        }
        return common.count > typed.count ? (common, false) : nil
    }
}

extension ChatModel {
    var completion: Completion {
        let chats = chatStates.values.map(\.chat)
        let people = Set(
            chats.flatMap(\.members).filter { $0.userId != me.id }.map { TerminalText.line($0.displayName) }
        )
        let members = open.flatMap { chatStates[$0]?.chat.members } ?? []
        return Completion(
            chats: chats.map { TerminalText.line($0.name) },
            people: people.sorted(),
            members: members.filter { $0.userId != me.id }.map { TerminalText.line($0.displayName) }
        )
    }
}
