import Foundation

/// Lower-cases a cleaned word and removes its accents, scalar by scalar as BERT does.
struct WordNormalizer: Sendable {
    let lowercases: Bool
    let stripsAccents: Bool

    func normalize(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        if word.allSatisfy(\.isASCII) {
            return lowercases ? word.map(Self.lowercasedASCII) : word
        }
        var scalars = word
        if stripsAccents {
            scalars = Self.canonicallyDecomposed(scalars).filter { !$0.isNonspacingMarkInUnicode8 }
        }
        if lowercases {
            scalars = scalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
        }
        return scalars
    }

    private static func canonicallyDecomposed(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: word)
        return Array(String(text).decomposedStringWithCanonicalMapping.unicodeScalars)
    }

    private static func lowercasedASCII(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "A"..."Z": Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 0x20))
        default: scalar
        }
    }
}
