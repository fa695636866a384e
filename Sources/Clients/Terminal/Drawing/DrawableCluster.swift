/// Cuts grapheme clusters into what terminals draw in one or two columns.
///
/// A cluster may have any number of scalars: marks piled up on a letter, or letters that join. Anybody can send one.
enum DrawableCluster {
    /// More marks than any language puts on a letter.
    private static let maxMarks = 4
    /// The longest emoji that Unicode recommends for interchange (a kiss of two people with skin tones).
    private static let maxEmojiScalars = 10
    private static let joiner: Unicode.Scalar = "\u{200D}"

    /// The cluster itself, almost always.
    static func parts(of character: Character) -> [Character] {
        let scalars = character.unicodeScalars
        if scalars.count == 1 { return scalars.first.map { isMark($0) ? ["\u{FFFD}"] : [character] } ?? [] }
        if scalars.first?.properties.isEmoji == true, DisplayWidth.of(character) <= 2 { return emoji(scalars) }
        if scalars.count <= maxMarks, DisplayWidth.of(character) <= 2 { return [character] }
        return letters(scalars)
    }

    private static func emoji(_ scalars: Character.UnicodeScalarView) -> [Character] {
        var shown = Array(scalars.prefix(maxEmojiScalars))
        // A joiner at the end would join whatever the terminal draws next.
        while shown.last == joiner { shown.removeLast() }
        return one(shown).map { [$0] } ?? []
    }

    /// One part for each letter, with its marks. Marks that find no room are left out: alone in a cell, they would
    /// change the cell before.
    private static func letters(_ scalars: Character.UnicodeScalarView) -> [Character] {
        var parts: [[Unicode.Scalar]] = []
        for scalar in scalars where scalar != joiner {
            if !isMark(scalar), DisplayWidth.of(Character(scalar)) > 0 {
                parts.append([scalar])
            } else if let last = parts.last, last.count <= maxMarks, width(last + [scalar]) <= 2 {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts.compactMap(one)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func width(_ scalars: [Unicode.Scalar]) -> Int {
        scalars.reduce(0) { $0 + DisplayWidth.of(Character($1)) }
    }

    private static func one(_ scalars: [Unicode.Scalar]) -> Character? {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let text = String(view)
        return text.count == 1 ? text.first : scalars.first.map { Character($0) }
    }
}
