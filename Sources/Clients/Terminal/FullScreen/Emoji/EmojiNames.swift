import Domain

/// Emoji by their names: the usual ones by those of `emoji.tsv`, all others by those of Unicode.
enum EmojiNames {
    private static let usual: [(name: String, emoji: String)] = VocabularyFile(PackageResources.emoji_tsv).entries
        .flatMap { emoji, names in names.map { (name: String($0), emoji: String(emoji)) } }

    /// All emoji of one scalar, by their names in Unicode: `person_climbing`.
    private static let named: [(name: String, emoji: String)] =
        [0x203C...0x3299, 0x1F004...0x1FAFF].joined().compactMap { value in
            guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.isEmoji,
                !scalar.properties.isEmojiModifier, let name = scalar.properties.name
            else { return nil }
            // Selector 16 asks for the picture where there is a letter of the same number.
            let emoji = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
            return (name.lowercased().replacing(" ", with: "_").replacing("-", with: "_"), emoji)
        }

    /// The usual ones first, then all that have a word in their names that begins so.
    static func names(beginning prefix: String) -> [(name: String, emoji: String)] {
        let first = usual.filter { $0.name.hasPrefix(prefix) }
        let known = Set(first.map(\.emoji))
        let others = named.filter { $0.name.hasPrefix(prefix) || $0.name.contains("_" + prefix) }
        return first + others.filter { !known.contains($0.emoji) }
    }

    /// `:name:` or `name`.
    static func emoji(for name: String) -> String? {
        let name = name.lowercased().filter { $0 != ":" }
        return (usual.first { $0.name == name } ?? named.first { $0.name == name })?.emoji
    }
}
