/// Languages as services name them: by a code or, like Whisper, by an English word.
enum SpokenLanguage {
    /// The code, as `en`; `nil` for a name that isn't known.
    static func code(_ name: String) -> String? {
        let name = name.lowercased()
        if let code = isTag(name) ? primary(name) : nil { return code }
        return codes[name]
    }

    /// Whether this has the form of a language tag (RFC 5646): `en`, `pt-BR`.
    static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count), first.utf8.allSatisfy(isLetter),
            text.utf8.count <= 35
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (2...8).contains(part.utf8.count) && part.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    /// The language without script and country, which is what services take.
    static func primary(_ tag: String) -> String { String(tag.prefix { $0 != "-" }).lowercased() }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static let codes = [
        "afrikaans": "af", "arabic": "ar", "armenian": "hy", "azerbaijani": "az", "belarusian": "be", "bosnian": "bs",
        "bulgarian": "bg", "catalan": "ca", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da",
        "dutch": "nl", "english": "en", "estonian": "et", "finnish": "fi", "french": "fr", "galician": "gl",
        "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is",
        "indonesian": "id", "italian": "it", "japanese": "ja", "kannada": "kn", "kazakh": "kk", "korean": "ko",
        "latvian": "lv", "lithuanian": "lt", "macedonian": "mk", "malay": "ms", "maori": "mi", "marathi": "mr",
        "nepali": "ne", "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "romanian": "ro",
        "russian": "ru", "serbian": "sr", "slovak": "sk", "slovenian": "sl", "spanish": "es", "swahili": "sw",
        "swedish": "sv", "tagalog": "tl", "tamil": "ta", "thai": "th", "turkish": "tr", "ukrainian": "uk",
        "urdu": "ur", "vietnamese": "vi", "welsh": "cy",
    ]
}
