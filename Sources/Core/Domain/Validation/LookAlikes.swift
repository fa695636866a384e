import Foundation

/// Texts that look alike though their letters differ: of other scripts, in full width, or of mathematics.
///
/// ```swift
/// LookAlikes.areConfusable("Сосо", "Coco")  // the first is Cyrillic
/// ```
public enum LookAlikes {
    /// What a text looks like, in small Latin letters as far as there are such. Texts with the same fold can be taken for
    /// each other.
    public static func fold(_ text: String) -> String {
        // Most are, and need no tables.
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return spaced(text.lowercased()) }
        // Capitals of other scripts may look like Latin ones whose small letters don't, and the other way round.
        return spaced(mapped(mapped(text.precomposedStringWithCompatibilityMapping).lowercased()))
    }

    /// Whether two texts look the same and aren't, apart from case and spaces.
    public static func areConfusable(_ one: String, _ other: String) -> Bool {
        fold(one) == fold(other) && plain(one) != plain(other)
    }

    /// Whether this is no Latin letter and looks like one.
    static func isForeign(_ scalar: Unicode.Scalar) -> Bool { letters[scalar] != nil && !isLatin(scalar) }

    static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x2AF, 0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF,
            0xAB30...0xAB64, 0xFF21...0xFF5A:
            true
        default: false
        }
    }

    private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
        var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
        for line in table.split(separator: "\n") {
            let scalars = line.unicodeScalars
            guard let letter = scalars.first else { continue }
            for scalar in scalars.dropFirst(2) { letters[scalar] = letter }
        }
        return letters
    }()

    private static func mapped(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { letters[$0] ?? $0 }))
    }

    private static func plain(_ text: String) -> String {
        spaced(text.precomposedStringWithCanonicalMapping.lowercased())
    }

    private static func spaced(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
