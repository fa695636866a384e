/// Scripts that are written without spaces between words, and Hangul, whose words take endings without any: next to one of
/// their characters a word of another script ends (UAX #29 leaves such text to dictionaries).
///
/// ```swift
/// UnspacedScript.contains("界")  // true
/// ```
public enum UnspacedScript {
    public static func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0xE01 else { return false }
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(scalar.value)
    }

    /// Letters and marks without digits and punctuation, in order.
    private static let ranges: [ClosedRange<UInt32>] = [
        0xE01...0xE3A, 0xE40...0xE4E,  // Thai
        0xE81...0xECE, 0xEDC...0xEDF,  // Lao
        0xF00...0xF00, 0xF40...0xF84, 0xF86...0xFBC,  // Tibetan
        0x1000...0x103F, 0x1050...0x108F, 0x109A...0x109D,  // Burmese
        0x1100...0x11FF,  // parts of Hangul
        0x1780...0x17D3, 0x17D7...0x17D7, 0x17DC...0x17DD,  // Khmer
        0x1950...0x19C9, 0x1A20...0x1A7C,  // Tai
        0x1B00...0x1B4C,  // Balinese
        0x2E80...0x2FD5, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C,  // Han: radicals and signs
        0x3041...0x309A, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x312F,  // kana, Bopomofo
        0x3131...0x318E, 0x31A0...0x31BF, 0x31F0...0x31FF,  // parts of Hangul, Bopomofo, kana
        0x3400...0x4DBF, 0x4E00...0xA48C,  // Han, Yi
        0xA960...0xA97C, 0xA980...0xA9C0, 0xA9E0...0xA9EF, 0xA9FA...0xA9FE, 0xAA60...0xAA7F, 0xAA80...0xAADD,
        0xAC00...0xD7FB, 0xF900...0xFAD9,  // Hangul, Han
        0xFF66...0xFFDC,  // kana and Hangul in half width
        0x16FF0...0x18CFF, 0x1AFF0...0x1B2FB, 0x20000...0x3FFFD,  // Tangut, kana, Han
    ]
}
