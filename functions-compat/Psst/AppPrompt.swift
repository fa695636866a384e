import Domain

/// One of the two prompts by which the app has a chat summarised and a message made into a reminder. It pastes what others have
/// written into them, and reads the answer line by line.
enum AppPrompt: Sendable, Hashable {
    /// The texts of the chat's messages, in order.
    case summary(of: [String])
    /// A message, and what the app says of its sender.
    case reminder(of: String, from: String)

    /// `nil` for anything else.
    init?(_ message: String) {
        let lines = message.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            String($0).trimmed
        }
        func first(_ label: String) -> Int? { lines.firstIndex { $0.hasPrefix(label) } }
        if let summary = first("SUMMARY:"), let points = first("KEY POINTS"), summary < points,
            let heading = lines[points...].firstIndex(where: { $0.lowercased().hasSuffix("messages:") })
        {
            self = .summary(of: Self.messages(lines[(heading + 1)...]))
        } else if let text = first("REMINDER TEXT:"), let topic = first("TOPIC:"), let priority = first("PRIORITY:"),
            text < topic, topic < priority, let begin = lines[..<text].firstIndex(where: { $0.hasPrefix("\"") }),
            let end = lines[begin..<text].lastIndex(where: { $0.hasSuffix("\"") })
        {
            let quoted = lines[begin...end].joined(separator: "\n")
            guard quoted.count > 2 else { return nil }
            let head = lines[..<begin].joined(separator: " ")
            self = .reminder(of: String(quoted.dropFirst().dropLast()).trimmed, from: head)
        } else {
            return nil
        }
    }

    /// Each begins with a hyphen; a line without one goes on with the message before it.
    private static func messages(_ lines: ArraySlice<String>) -> [String] {
        var messages: [String] = []
        for line in lines {
            if line == "-" || line.hasPrefix("- ") {
                messages.append(String(line.dropFirst(2)))
            } else if let last = messages.popLast() {
                messages.append(last + "\n" + line)
            }
        }
        return messages.map(\.trimmed).filter { !$0.isEmpty }
    }
}
