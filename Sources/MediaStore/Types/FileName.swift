import Domain

/// Names of files as people gave them: shown and offered for saving, never used as a path.
enum FileName {
    static let longest = 200

    /// The name alone, without folders, control characters and marks that turn the direction of reading (with which
    /// `gpj.exe` looks like `exe.jpg`), at most 200 bytes long. Never empty.
    static func cleaned(_ text: String) -> String {
        let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var name = String(String.UnicodeScalarView(last.unicodeScalars.filter(isHarmless)))
        name = name.trimmed
        while name.first == "." { name.removeFirst() }
        while name.last == "." || name.last?.isWhitespace == true { name.removeLast() }
        guard !name.isEmpty else { return "file" }
        return shortened(name)
    }

    /// The name with an extension that fits: what is a picture is never offered as `holiday.exe`.
    static func fitting(_ name: String, _ type: MediaType) -> String {
        guard let usual = type.extensions.first else { return name }
        let (stem, ending) = parts(name)
        let known = ending.lowercased()
        if type.extensions.contains(known) { return name }
        // Re-encoded from another kind of picture: the old extension would now be wrong.
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

    /// Before and after the last dot.
    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        var (stem, ending) = parts(name)
        if ending.utf8.count > 16 { (stem, ending) = (name, "") }
        let tail = ending.isEmpty ? "" : "." + ending
        while stem.utf8.count + tail.utf8.count > longest, stem.count > 1 { stem.removeLast() }
        return stem.utf8.count + tail.utf8.count > longest ? "file" + tail : stem + tail
    }
}
