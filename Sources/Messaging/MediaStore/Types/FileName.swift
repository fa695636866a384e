import Domain

/// File names as users gave them: displayed and suggested for saving, never used as a path.
enum FileName {
    static let maxBytes = 200

    /// The last path component, without control characters and direction marks (with which `gpj.exe` looks like
    /// `exe.jpg`), at most 200 bytes long. Never empty.
    static func sanitized(_ text: String) -> String {
        // The end of a name tells its type. A name of any length must not cost more.
        let text = String(String.UnicodeScalarView(text.unicodeScalars.suffix(4 * maxBytes)))
        let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = String(String.UnicodeScalarView(last.unicodeScalars.filter(isHarmless)))
        name = name.trimmed
        while name.first == "." { name.removeFirst() }
        while name.last == "." || name.last?.isWhitespace == true { name.removeLast() }
        guard !name.isEmpty else { return "file" }
        return shortened(name)
    }

    /// The name with an extension of its type, so that an image is never offered as `holiday.exe`.
    static func withMatchingExtension(_ name: String, _ type: MediaType) -> String {
        guard let usual = type.extensions.first else { return name }
        let (stem, ending) = parts(name)
        let known = ending.lowercased()
        if type.extensions.contains(known) { return name }
        // The file was re-encoded from another image format, so its extension would be wrong.
        let isOtherKnown = MediaType.allCases.contains { $0.extensions.contains(known) }
        return shortened((isOtherKnown ? stem : name) + "." + usual)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse: return false
        default: break
        }
        switch scalar.value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: return false
        default: return true
        }
    }

    /// The parts before and after the last dot.
    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maxBytes else { return name }
        var (stem, ending) = parts(name)
        if ending.utf8.count > 16 { (stem, ending) = (name, "") }
        let tail = ending.isEmpty ? "" : "." + ending
        while stem.utf8.count + tail.utf8.count > maxBytes, stem.count > 1 { stem.removeLast() }
        return stem.utf8.count + tail.utf8.count > maxBytes ? "file" + tail : stem + tail
    }
}
