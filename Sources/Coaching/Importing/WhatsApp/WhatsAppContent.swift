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
    ///   - isFirst: whether it is the file's first entry, where the app says that chats are encrypted.
    ///   - isMarked: whether the app's mark stands before the header, where media follow.
    ///   - isFromAndroid: it puts what it writes itself in angle brackets.
    init(
        _ content: String,
        isKnown: (String) -> Bool,
        isFile: (String) -> Bool = { _ in false },
        isFirst: Bool = false,
        isMarked: Bool = false,
        isFromAndroid: Bool = false
    ) {
        guard let (name, raw) = Self.split(content, isKnown: isKnown) else {
            self = .notice
            return
        }
        let body = MessageBody(raw, isFile: isFile)
        let text = body.text
        if !body.files.isEmpty {
            self = .message(name: name, text: text, hasMedia: body.hasMedia, files: body.files)
        } else if text.isEmpty {
            self = body.hasMedia ? .media : .notice
        } else if text == "null" || (!isFromAndroid && PlaceholderWords.contains(.omitted, text)) {
            self = .media
        } else if body.hasMedia {
            // The name of a file that was left out stands before the words that say so.
            let isOnlyName = body.isGenerated && body.endsWithOmission && !text.contains("\n")
            self = isOnlyName ? .media : .message(name: name, text: text, hasMedia: true)
        } else if PlaceholderWords.replacesMessage(text)
            || (isFirst && text.count >= 40 && PlaceholderWords.occurs(.encryption, in: text))
            || (body.isGenerated && (isMarked || body.hasInnerMark || text.contains(name) || Self.isSentence(text))
                && !Self.isOfPeople(text))
        {
            self = .notice
        } else {
            self = .message(name: name, text: text, hasMedia: false)
        }
    }

    /// Whether a text behind the app's mark is of a person all the same: polls have several lines, places an address, and
    /// the app neither asks nor shouts.
    private static func isOfPeople(_ text: String) -> Bool {
        text.contains("\n") || text.contains("://")
            || text.unicodeScalars.contains {
                "?!¿¡？！؟".unicodeScalars.contains($0) || $0.properties.isEmojiPresentation
            }
    }

    private static func isSentence(_ text: String) -> Bool { text.last.map { ".。।۔".contains($0) } ?? false }

    // MARK: Names

    /// The sender of an entry; `nil` for a notice that names none.
    static func sender(_ content: String, isKnown: ((String) -> Bool)?) -> String? {
        split(content, isKnown: isKnown ?? { _ in false })?.name
    }

    /// The name without marks and controls, and without the tilde of people who aren't in the phone's contacts.
    static func name(_ text: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.isDirectionMark {
            if scalar.properties.isWhitespace {
                scalars.append(" ")
            } else if scalar.properties.generalCategory != .control {
                scalars.append(scalar)
            }
        }
        let name = String(scalars).trimmed
        return name.hasPrefix("~") ? String(name.dropFirst()).trimmed : name
    }

    private static func split(_ content: String, isKnown: (String) -> Bool) -> (name: String, text: Substring)? {
        let scalars = content.unicodeScalars
        let end =
            scalars.prefix(400).firstIndex(of: "\n") ?? scalars.index(
                scalars.startIndex,
                offsetBy: 400,
                limitedBy: scalars.endIndex
            ) ?? scalars.endIndex
        var first: (name: String, text: Substring)?
        for colon in scalars[..<end].indices.lazy.filter({ scalars[$0] == ":" }).prefix(6) {
            let after = scalars.index(after: colon)
            let isEnd =
                after == scalars.endIndex || scalars[after].properties.isWhitespace || scalars[after].isDirectionMark
            let name = name(content[..<colon])
            if isKnown(name) { return (name, content[after...]) }
            if first == nil, isEnd { first = (name.isEmpty ? "?" : name, content[after...]) }
        }
        guard let first, isName(first.name) else { return nil }
        return first
    }

    /// Whether it can be a name. A notice may contain a colon, as in: Alex changed the group name to "Run: Saturday".
    private static func isName(_ text: String) -> Bool {
        let quotes = text.unicodeScalars.count { "\"“”„‟«»「」『』″".unicodeScalars.contains($0) }
        return quotes.isMultiple(of: 2) && text.count <= 60 && !PlaceholderWords.occurs(.change, in: text)
    }
}
