import Domain

/// What the app writes in a message's place or beside it, in the languages of `placeholders.tsv`.
enum PlaceholderWords {
    enum Kind: String, CaseIterable {
        /// Media that the export left out: `Media omitted`, `image omitted`.
        case omitted
        /// In parentheses after a file's name: `file attached`.
        case attached
        case deleted
        /// At the end of a message: `This message was edited`.
        case edited
        /// Notices that older phones put into a person's mouth.
        case notice
        /// Part of the first notice of every chat.
        case encryption
        /// Between a person's name and what they changed, in notices.
        case change
        /// How the name of a chat's file begins.
        case file
    }

    private struct Phrases {
        var whole: Set<String> = []
        /// What a phrase may begin with, by its first letters.
        var beginnings: [String: [String]] = [:]
    }

    private static let phrases: [Kind: Phrases] = {
        var phrases: [Kind: Phrases] = [:]
        for row in DataTable(PackageResources.placeholders_tsv).rows where row.count == 3 {
            guard let kind = Kind(rawValue: String(row[0])) else { continue }
            let text = plain(row[2])
            if text.hasSuffix("*") {
                let beginning = String(text.dropLast()).trimmed
                phrases[kind, default: .init()].beginnings[start(beginning), default: []].append(beginning)
            } else {
                phrases[kind, default: .init()].whole.insert(text)
            }
        }
        return phrases
    }()

    /// Whether `text` is a phrase of the kind, without regard to case, marks and the full stop.
    static func contains(_ kind: Kind, _ text: some StringProtocol) -> Bool {
        // Nothing that the app writes is longer.
        guard text.utf8.count <= 1000 else { return false }
        return contains([kind], plain: plain(text))
    }

    /// Whether a message is a phrase of a kind that stands in its place.
    static func replacesMessage(_ text: String) -> Bool {
        guard text.utf8.count <= 1000 else { return false }
        return contains([.deleted, .notice], plain: plain(text))
    }

    private static func contains(_ kinds: [Kind], plain text: String) -> Bool {
        kinds.contains { kind in
            guard let phrases = phrases[kind] else { return false }
            return phrases.whole.contains(text)
                || phrases.beginnings[start(text)]?.contains { text.hasPrefix($0) } == true
        }
    }

    private static func start(_ text: String) -> String { String(text.unicodeScalars.prefix(5)) }

    /// Whether a phrase of the kind is somewhere in `text`.
    static func occurs(_ kind: Kind, in text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 1000, let phrases = phrases[kind] else { return false }
        let text = " \(plain(text)) "
        return phrases.whole.contains { text.contains($0) }
    }

    /// What follows the usual beginning of the name of a chat's file; `nil` if it begins otherwise.
    static func rest(of file: String) -> String? {
        let lower = file.lowercased()
        let beginnings = phrases[.file]?.beginnings[start(lower)] ?? []
        guard let beginning = beginnings.first(where: { lower.hasPrefix($0 + " ") }) else { return nil }
        let rest = String(file.dropFirst(beginning.count)).trimmed
        return rest.isEmpty ? nil : rest
    }

    /// Lower case, single spaces, no invisible marks, and no full stop at the end.
    private static func plain(_ text: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.isDirectionMark {
            if scalar.properties.isWhitespace {
                if let last = scalars.last, last != " " { scalars.append(" ") }
            } else {
                scalars.append(scalar)
            }
        }
        while let last = scalars.last, last == " " || ".。।۔".unicodeScalars.contains(last) { scalars.removeLast() }
        return String(scalars).lowercased()
    }
}
