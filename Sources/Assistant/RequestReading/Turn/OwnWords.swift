import Domain
import TextReading

/// The part of a message that its user says, without what they have pasted: quoted lines, lines of a chat, the text below
/// "Summarise this:". What others wrote asks for nothing.
package enum OwnWords {
    /// The message without pasted text; the message itself if it has none.
    package static func of(_ message: String) -> String {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        let isReading = isAboutText(message)
        if !isReading, lines.count == 1, !isExported(message.trimmed) { return message }
        let isChat = lines.count { isLineOfChat($0) } > 1
        var own: [Substring] = []
        var isFenced = false
        for line in lines {
            let text = String(line).trimmed
            if text.hasPrefix("```") {
                isFenced.toggle()
                continue
            }
            if isFenced || text.hasPrefix(">") || isExported(text) || isChat && isLineOfChat(line) { continue }
            if isReading, text.first.map({ "-*•".contains($0) }) == true { continue }
            if isReading, let colon = colon(in: line, isFirst: own.isEmpty) {
                own.append(line[..<colon])
                break
            }
            own.append(line)
            if text.hasSuffix(":"), isHeading(text) { break }
        }
        return own.joined(separator: "\n")
    }

    /// Whether the message asks for something to be done with a text, and not in the calendar: "summarise …".
    package static func isAboutText(_ message: String) -> Bool {
        let words = TextWord.words(of: String(message.prefix(300))).map(\.folded)
        let (opening, head, _) = RequestMood.opening(of: words, from: 0)
        return opening == .reading
            || words.indices.contains(head) && PastedTextVocabulary.textOrders.contains(words[head])
    }

    /// The colon after which others' words begin: one at the end of a line, or in the message's first sentence.
    private static func colon(in line: Substring, isFirst: Bool) -> Substring.Index? {
        if let last = line.lastIndex(where: { !$0.isWhitespace }), line[last] == ":" { return last }
        guard isFirst else { return nil }
        let end = line.firstIndex { ".!?;".contains($0) } ?? line.endIndex
        return line[..<end].indices.first { index in
            let next = line.index(after: index)
            return line[index] == ":" && (next == line.endIndex || line[next].isWhitespace)
        }
    }

    private static func isHeading(_ line: String) -> Bool {
        TextWord.words(of: line).last.map { PastedTextVocabulary.headings.contains($0.folded) } ?? false
    }

    /// A line of an exported chat: "[12/31/23, 9:41 PM] Sara: …", "12.03.26, 14:00 - Sara: …".
    private static func isExported(_ line: String) -> Bool {
        let start = line.drop { "[\u{200e}\u{200f} ".contains($0) }
        guard start.first?.isNumber == true, let colon = start.firstRange(of: ": ") else {
            return false
        }
        let head = start[..<colon.lowerBound]
        let hasDate = head.prefix(12).count(where: { "/.-".contains($0) }) >= 2
        return hasDate && head.contains { "]-–".contains($0) } && head.contains(where: \.isLetter)
    }

    /// "Sara: can you move my session?"
    private static func isLineOfChat(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":"), line.index(after: colon) < line.endIndex,
            line[line.index(after: colon)].isWhitespace
        else { return false }
        let name = TextWord.words(of: String(line[..<colon]))
        guard (1...3).contains(name.count), name.allSatisfy(\.isCapitalized) else { return false }
        return TextWord.words(of: String(line[colon...])).contains { PastedTextVocabulary.speaking.contains($0.folded) }
    }
}
