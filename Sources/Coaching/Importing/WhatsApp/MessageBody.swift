import Domain

/// The text of a message without what the app put into it: placeholders of media, names of files, and edit marks.
struct MessageBody {
    /// Whether it begins with the mark that iOS and newer Android phones put before everything that the app wrote.
    let isGenerated: Bool
    /// Whether such a mark is also within it.
    private(set) var hasInnerMark = false
    private(set) var text = ""
    /// Whether media was left out.
    private(set) var hasMedia = false
    /// The files that the export has.
    private(set) var files: [String] = []
    /// Whether a line ended with words such as `document omitted` behind a mark.
    private(set) var endsWithOmission = false

    /// - Parameter isFile: whether the export has a file of this name.
    init(_ raw: Substring, isFile: (String) -> Bool) {
        guard Self.mayHoldMore(raw) else {
            (isGenerated, text) = (false, String(raw).trimmed)
            return
        }
        hasInnerMark = raw.unicodeScalars.count { $0 == "\u{200E}" } > 1
        isGenerated = raw.unicodeScalars.first { !$0.properties.isWhitespace } == "\u{200E}"
        let lines = raw.split(separator: "\n", omittingEmptySubsequences: false)
        let last = lines.lastIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
        var kept: [Substring] = []
        for (index, line) in lines.enumerated() {
            let isFirst = kept.allSatisfy { $0.allSatisfy(\.isWhitespace) }
            if isFirst, let (name, isCertain) = Self.attachment(line), note(name, isCertain, isFile) { continue }
            kept.append(withoutMark(line, isFirst: isFirst, isLast: index == last, isFile))
        }
        let marked = kept.joined(separator: "\n")
        text = String(String.UnicodeScalarView(marked.unicodeScalars.filter { $0 != "\u{200E}" })).trimmed
    }

    /// Whether there can be more than a line of words: a mark, a second line, a closing sign.
    private static func mayHoldMore(_ raw: Substring) -> Bool {
        for byte in raw.utf8 {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: ">"), UInt8(ascii: ")"), 0xE2, 0xEF: return true
            default: continue
            }
        }
        return false
    }

    /// Notes a file, if it is there or the export says that it was.
    private mutating func note(_ name: String, _ isCertain: Bool, _ isFile: (String) -> Bool) -> Bool {
        if isFile(name) {
            files.append(name)
            return true
        }
        if isCertain { hasMedia = true }
        return isCertain
    }

    /// The line without what the app wrote at its end: `<attached: 1.jpg>`, `<This message was edited>`,
    /// `<Media omitted>`, or `image omitted` behind a mark.
    private mutating func withoutMark(
        _ line: Substring,
        isFirst: Bool,
        isLast: Bool,
        _ isFile: (String) -> Bool
    ) -> Substring {
        let end = line.unicodeScalars.last { !$0.properties.isWhitespace && !$0.isDirectionMark }
        if isFirst, let rest = afterOmission(line) { return rest }
        guard end == ">" || end == "＞", let open = line.unicodeScalars.lastIndex(where: { $0 == "<" || $0 == "＜" }),
            let close = line.unicodeScalars.lastIndex(where: { $0 == ">" || $0 == "＞" }), open < close
        else { return withoutOmission(line) }
        let words = line[line.unicodeScalars.index(after: open)..<close]
        let before = line[..<open]
        let isMarked = before.unicodeScalars.last.map { $0 == "\u{200E}" || $0 == "\u{200F}" } ?? false
        let isAlone = before.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.isDirectionMark }
        if let colon = words.unicodeScalars.firstIndex(where: { $0 == ":" || $0 == "：" }) {
            let name = WhatsAppContent.name(words[words.unicodeScalars.index(after: colon)...])
            let isCertain = Self.isOfApp(name) || (isMarked && Self.hasExtension(name))
            if note(name, isCertain, isFile) { return before }
        }
        if PlaceholderWords.contains(.omitted, words), isAlone, isFirst || isMarked {
            hasMedia = true
            return ""
        }
        if isLast, PlaceholderWords.contains(.edited, words) { return before }
        guard isMarked else { return line }
        // In a language that isn't in the table: alone it stands for media, behind a text it says that this was edited.
        if isAlone, isFirst, isLast { hasMedia = true }
        return before
    }

    /// What follows `<Media omitted>` on its line; `nil` if the line begins otherwise, or ends there.
    private mutating func afterOmission(_ line: Substring) -> Substring? {
        let start = line.unicodeScalars.firstIndex { !$0.properties.isWhitespace && !$0.isDirectionMark }
        guard let start, line.unicodeScalars[start] == "<", let close = line.unicodeScalars.firstIndex(of: ">"),
            PlaceholderWords.contains(.omitted, line[line.unicodeScalars.index(after: start)..<close])
        else { return nil }
        let rest = line[line.unicodeScalars.index(after: close)...]
        guard rest.contains(where: { !$0.isWhitespace }) else { return nil }
        hasMedia = true
        return rest
    }

    private mutating func withoutOmission(_ line: Substring) -> Substring {
        guard let mark = line.unicodeScalars.lastIndex(of: "\u{200E}"),
            PlaceholderWords.contains(.omitted, line[mark...])
        else { return line }
        (hasMedia, endsWithOmission) = (true, true)
        return line[..<mark]
    }

    /// `IMG-1.jpg (file attached)`: the name, and whether a file is certain. The words are in the phone's language.
    private static func attachment(_ line: Substring) -> (name: String, isCertain: Bool)? {
        let plain = WhatsAppContent.name(line)
        guard plain.hasSuffix(")"), let open = plain.lastIndex(of: "("), open > plain.startIndex,
            plain[plain.index(before: open)] == " "
        else { return nil }
        let name = String(plain[..<open]).trimmed
        let isMarked = line.unicodeScalars.first { !$0.properties.isWhitespace } == "\u{200E}"
        let words = plain[plain.index(after: open)...].dropLast()
        let isCertain =
            hasExtension(name) && (isMarked || isOfApp(name) || PlaceholderWords.contains(.attached, words))
        return (name, isCertain)
    }

    private static func hasExtension(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
        let end = name[dot...].dropFirst()
        return (1...5).contains(end.count) && end.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Whether the app gave the name: `IMG-20231231-WA0001.jpg`, `00000012-PHOTO-2023-12-31-10-00-00.jpg`.
    private static func isOfApp(_ name: String) -> Bool {
        guard hasExtension(name) else { return false }
        let parts = name.split(separator: "-")
        return parts.contains { $0.hasPrefix("WA") && $0.dropFirst(2).prefix { $0 != "." }.allSatisfy(\.isNumber) }
            || (parts.count > 2 && (parts.first?.count ?? 0) >= 6 && parts.first?.allSatisfy(\.isNumber) == true)
    }
}
