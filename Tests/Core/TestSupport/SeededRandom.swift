/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers for the same seed, so that a failure can be repeated.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededRandom {
    /// Hostile text: control characters, quotes, escapes, combining marks, emoji.
    public mutating func text(upTo longest: Int = 40) -> String {
        let alphabet: [Character] = [
            "a", "Z", "9", " ", "\n", "\r", "\t", "\"", "\\", "/", "'", "<", "\u{1}", "\u{1F}", "\u{7F}", "é",
            "e\u{301}",
            "ß", "中", "م", "\u{2028}", "\u{202E}", "\u{FEFF}", "👩‍👩‍👧", "🏋🏽", "\u{FFFD}", "\u{10FFFF}",
        ]
        let count = Int.random(in: 0...longest, using: &self)
        return String((0..<count).map { _ in alphabet.randomElement(using: &self) ?? "x" })
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}
