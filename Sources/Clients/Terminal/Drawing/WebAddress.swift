import Domain

/// Where web addresses begin and end in a text. The web app's `addresses.ts` does the same, and `fixtures/addresses.jsonl`
/// holds the two to each other.
enum WebAddress {
    static func ranges(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var start = text.startIndex
        while let found = text[start...].firstIndex(where: { $0 == "h" || $0 == "H" }) {
            start = text.index(after: found)
            let before = found > text.startIndex ? text[text.index(before: found)] : nil
            guard !(before.map(isInWord) ?? false), let end = end(of: text[found...], after: before) else { continue }
            ranges.append(found..<end)
            start = end
        }
        return ranges
    }

    /// - Parameters:
    ///   - text: begins where the address may.
    ///   - before: the character in front of it.
    /// - Returns: `nil` if there is none.
    private static func end(of text: Substring, after before: Character?) -> String.Index? {
        let scheme = text.prefix(8).lowercased()
        guard let length = ["https://", "http://"].first(where: scheme.hasPrefix)?.count else { return nil }
        let body = text.dropFirst(length)
        guard let first = body.first, first.isLetter || first.isNumber || first == "[" else { return nil }
        var address = text[..<bodyEnd(body, after: before)]
        let host = address.dropFirst(length).prefix { !"/?#".contains($0) }
        // A name in front of the host makes an address look like another one's.
        guard !host.contains("@") else { return nil }
        if let end = wordEnd(in: host) { address = text[..<end] }
        while let last = address.last, address.endIndex > text.index(body.startIndex, offsetBy: 1),
            isPunctuation(last, at: address, after: before)
        {
            address.removeLast()
        }
        return address.endIndex
    }

    private static func bodyEnd(_ body: Substring, after before: Character?) -> String.Index {
        var depths: [Character: Int] = [:]
        for index in body.indices {
            let character = body[index]
            if isEnd(character) { return index }
            if brackets.values.contains(character) { depths[character, default: 0] += 1 }
            guard let opening = brackets[character] else { continue }
            // What closes a bracket before the address isn't part of it.
            if depths[opening, default: 0] == 0, before == opening { return index }
            depths[opening, default: 0] -= 1
        }
        return body.endIndex
    }

    private static let brackets: [Character: Character] = [")": "(", "]": "["]

    /// A last part of a host is of one script: where letters without spaces follow it, the text goes on.
    private static func wordEnd(in host: Substring) -> String.Index? {
        guard let dot = host.lastIndex(where: { ".:".contains($0) }) else { return nil }
        let part = host[dot...].dropFirst()
        guard let first = part.first, first.isASCII else { return nil }
        return part.firstIndex(where: isUnspaced)
    }

    /// Whether the last character belongs to the sentence around the address: a full stop, emphasis, a bracket.
    private static func isPunctuation(_ last: Character, at address: Substring, after before: Character?) -> Bool {
        if let opening = brackets[last] {
            return address.count { $0 == last } > address.count { $0 == opening }
        }
        return ".,;:!?'*([".contains(last) || "_~".contains(last) && last == before
    }

    /// Whether a character is never part of an address as people write it.
    private static func isEnd(_ character: Character) -> Bool {
        guard !character.isWhitespace, let scalar = character.unicodeScalars.first else { return true }
        guard !scalar.isASCII else {
            return scalar.value < 0x20 || scalar.value == 0x7F || "<>\"`{}|\\^".contains(character)
        }
        switch scalar.value {
        // Long dashes, full width; pictures of what can't be shown.
        case 0x2014, 0x2015, 0x301C, 0xFF01...0xFF5E, 0x2400...0x243F, 0xFFFD: return true
        // Middle dots join words, as in Catalan and katakana.
        case 0xB7, 0x30FB, 0xFF65: return false
        default: break
        }
        if scalar.value > 0xFF, scalar.properties.isEmoji { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator,
            .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation, .otherPunctuation:
            true
        default: false
        }
    }

    private static func isInWord(_ character: Character) -> Bool {
        (character.isLetter || character.isNumber) && !isUnspaced(character)
    }

    private static func isUnspaced(_ character: Character) -> Bool {
        character.unicodeScalars.first.map(UnspacedScript.contains) ?? false
    }
}
