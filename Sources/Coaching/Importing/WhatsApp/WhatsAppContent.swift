import Domain

/// The kind of an entry's content: a user's message, or something that the app generated.
enum WhatsAppContent: Sendable, Hashable {
    /// The sender's name as normalised by `WhatsAppContent.name`.
    case message(name: String, text: String, hasMedia: Bool, files: [String] = [])
    /// What the export left out.
    case media
    case notice

    /// - Parameters:
    ///   - isKnown: whether a name is a member's. Known names are tried first, because a name may contain a colon.
    ///   - isFile: whether the export has a file of this name. The words around a file's name depend on the phone's
    ///     language.
    init(_ content: String, isKnown: (String) -> Bool, isFile: (String) -> Bool = { _ in false }) {
        guard let (name, raw) = Self.split(content, isKnown: isKnown) else {
            self = .notice
            return
        }
        // iOS and newer Android versions put this mark before everything that the app generated.
        let isGenerated = raw.trimmed.unicodeScalars.first == "\u{200E}"
        let (text, hasMedia, files) = Self.strippingPlaceholders(raw, isFile: isFile)
        guard files.isEmpty else {
            self = .message(name: name, text: text, hasMedia: hasMedia, files: files)
            return
        }
        switch (text.isEmpty, hasMedia) {
        case (true, true): self = .media
        case (true, false): self = .notice
        case (false, false) where isGenerated || Self.deletions.contains(text.lowercased()):
            self = text.hasSuffix("omitted") ? .media : .notice
        default: self = .message(name: name, text: text, hasMedia: hasMedia)
        }
    }

    /// The name without direction marks and without the tilde of people who aren't in the phone's contacts.
    static func name(_ text: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.isDirectionMark {
            scalars.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        let name = String(scalars).trimmed
        return name.hasPrefix("~") ? String(name.dropFirst()).trimmed : name
    }

    private static func split(_ content: String, isKnown: (String) -> Bool) -> (name: String, text: String)? {
        let firstLine = content.prefix { $0 != "\n" }
        let colons = firstLine.indices.lazy.filter { firstLine[$0] == ":" }.prefix(5)
        let known = colons.first { isKnown(name(firstLine[..<$0])) }
        guard let colon = known ?? colons.first else { return nil }
        let found = name(firstLine[..<colon])
        let text = String(content[content.index(after: colon)...])
        // A notice may contain a colon, as in: Alex changed the group name to "Run: Saturday".
        let isName = known != nil || (!found.contains { "\"“”«»".contains($0) } && (1...60).contains(found.count))
        guard isName, known != nil || text.first == " " || text.isEmpty else { return nil }
        return (found, text)
    }

    private static let deletions: Set = [
        "this message was deleted", "this message was deleted.", "you deleted this message",
        "you deleted this message.",
    ]

    /// The trimmed text without media placeholders and edit marks, whether media was left out, and the files that the
    /// export has.
    private static func strippingPlaceholders(
        _ raw: String,
        isFile: (String) -> Bool
    ) -> (text: String, hasMedia: Bool, files: [String]) {
        var (hasMedia, files) = (false, [String]())
        /// Notes a file, if `found` is the name of one or the export says so.
        func attach(_ found: String, isCertain: Bool) -> Bool {
            if isFile(found) { files.append(found) } else if isCertain { hasMedia = true }
            return isFile(found) || isCertain
        }
        var lines: [Substring] = []
        for line in raw.split(separator: "\n", omittingEmptySubsequences: false) {
            let plain = name(line)
            if lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }), let (file, isCertain) = attachedFile(plain),
                attach(file, isCertain: isCertain)
            {
                continue
            } else if let open = line.range(of: "\u{200E}<"), line.hasSuffix(">") {
                let mark = line[open.upperBound...].dropLast()
                let file = mark.range(of: ": ").map { name(mark[$0.upperBound...]) } ?? ""
                _ = attach(file, isCertain: !mark.lowercased().contains("edited"))
                lines.append(line[..<open.lowerBound])
            } else {
                lines.append(line)
            }
        }
        let text = String(lines.joined(separator: "\n").filter { $0 != "\u{200E}" }).trimmed
        let isPlaceholder = text.hasPrefix("<") && text.hasSuffix(">") && text.count <= 60 && !text.contains("\n")
        if text == "null" || isPlaceholder { return ("", files.isEmpty || hasMedia, files) }
        let edited = "<This message was edited>"
        let plain = text.hasSuffix(edited) ? String(text.dropLast(edited.count)).trimmed : text
        return (plain, hasMedia, files)
    }

    /// `IMG-1.jpg (file attached)`: the name, and whether the words are certain. They are in the phone's language.
    private static func attachedFile(_ line: String) -> (name: String, isCertain: Bool)? {
        guard line.hasSuffix(")"), let open = line.lastIndex(of: "("), open > line.startIndex,
            line[line.index(before: open)] == " "
        else { return nil }
        return (String(line[..<open]).trimmed, line.hasSuffix("(file attached)"))
    }
}

extension StringProtocol {
    /// The first occurrence of `part`. Compares characters, without Foundation's locale rules.
    fileprivate func range(of part: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part), let end = index(start, offsetBy: part.count, limitedBy: endIndex) {
                return start..<end
            }
            formIndex(after: &start)
        }
        return nil
    }
}
