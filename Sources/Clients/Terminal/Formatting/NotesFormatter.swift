public import Domain

/// A trainer's notes and tags on a client.
public enum NotesFormatter {
    public static func lines(_ notes: ClientNotes, of name: String) -> [String] {
        let name = TerminalText.line(name)
        var lines = notes.text.split(separator: "\n").map { TerminalText.line(String($0)) }
        if lines.isEmpty { lines = ["No notes on \(name)."] }
        if !notes.tags.isEmpty { lines.append(notes.tags.map { "#\(TerminalText.line($0))" }.joined(separator: " ")) }
        return lines
    }
}
