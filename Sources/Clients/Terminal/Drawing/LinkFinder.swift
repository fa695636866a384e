/// Finds web addresses in text, so that a terminal can open them.
enum LinkFinder {
    /// The line with its addresses as links. Only `http` and `https` are.
    static func linked(_ line: String, _ role: TextRole) -> StyledText {
        guard line.contains("http") else { return StyledText(line, role) }
        var spans: [Span] = []
        var rest = line[...]
        while let start = firstAddress(in: rest) {
            let end = rest[start...].firstIndex { $0.isWhitespace || isReplacement($0) } ?? rest.endIndex
            let address = withoutPunctuation(rest[start..<end])
            if start > rest.startIndex { spans.append(Span(String(rest[..<start]), role)) }
            spans.append(Span(String(address), .accent, link: String(address)))
            rest = rest[address.endIndex...]
        }
        if !rest.isEmpty { spans.append(Span(String(rest), role)) }
        return StyledText(spans)
    }

    /// What stands for a control character.
    private static func isReplacement(_ character: Character) -> Bool {
        character.unicodeScalars.contains {
            $0.value < 0x20 || (0x2400...0x243F).contains($0.value) || $0.value == 0xFFFD
        }
    }

    private static func firstAddress(in text: Substring) -> Substring.Index? {
        var start = text.startIndex
        while let found = text[start...].firstIndex(of: "h") {
            let isWordStart = found == text.startIndex || !text[text.index(before: found)].isLetter
            let rest = text[found...]
            for scheme in ["https://", "http://"] where isWordStart && rest.hasPrefix(scheme) {
                let next = rest.index(found, offsetBy: scheme.count)
                if next < rest.endIndex, !rest[next].isWhitespace { return found }
            }
            start = text.index(after: found)
        }
        return nil
    }

    /// A sentence's full stop, or a bracket around the address, isn't part of it.
    private static func withoutPunctuation(_ address: Substring) -> Substring {
        var address = address
        while let last = address.last, ".,;:!?)]}>'\"”’".contains(last), address.count > 9 { address.removeLast() }
        return address
    }
}
