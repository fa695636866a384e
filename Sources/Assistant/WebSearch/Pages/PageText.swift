/// The text of an HTML page, a line for each paragraph. Total: any text is some page. Its time grows as the page does.
struct PageText {
    /// Unicode scalars. What comes after that isn't read.
    static let maxLength = 20_000

    private(set) var title = ""
    private(set) var text = ""
    private(set) var isCut = false
    private var length = 0

    /// Elements whose content isn't shown.
    private static let hidden: Set<String> = ["script", "style", "noscript", "template", "svg", "iframe", "nav"]
    /// Elements within a line.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "i", "mark", "q", "s", "small", "span", "strong", "sub",
        "sup",
        "time", "u", "var", "wbr",
    ]

    init(html: String) {
        var reader = Reader(html.unicodeScalars)
        var line = String.UnicodeScalarView()
        while !isCut, let piece = reader.next() {
            switch piece {
            case .text(let text): line.append(contentsOf: text)
            case .tag(let name) where name == "title":
                title = OutsideText.line(reader.content(until: "title"), upTo: 200)
            case .tag(let name) where Self.hidden.contains(name): _ = reader.content(until: name)
            case .tag(let name), .end(let name):
                guard !line.isEmpty, !Self.inline.contains(name) else { continue }
                add(String(line))
                line.removeAll()
            }
        }
        add(String(line))
    }

    init(plain: String) {
        var rest = plain[...]
        while !isCut, !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            add(String(line))
            rest = rest[line.endIndex...].dropFirst()
        }
    }

    private mutating func add(_ line: String) {
        let done = OutsideText.line(line, upTo: Self.maxLength + 1).unicodeScalars
        guard !done.isEmpty, !isCut else { return }
        let separator = text.isEmpty ? "" : "\n"
        let room = max(0, Self.maxLength - length - separator.utf8.count)
        let kept = done.prefix(room)
        isCut = kept.endIndex < done.endIndex
        guard !kept.isEmpty else { return }
        text += separator + String(Substring(kept))
        length += separator.utf8.count + kept.count
    }

    /// Cuts a page into tags and what stands between them.
    private struct Reader {
        enum Piece {
            case text(Substring.UnicodeScalarView)
            case tag(String)
            case end(String)
        }

        private static let comment: [Unicode.Scalar] = ["<", "!", "-", "-"]
        private static let commentEnd: [Unicode.Scalar] = ["-", "-", ">"]

        private var rest: Substring.UnicodeScalarView

        init(_ scalars: String.UnicodeScalarView) { rest = scalars[...] }

        mutating func next() -> Piece? {
            while let first = rest.first {
                guard first == "<" else {
                    let text = rest.prefix { $0 != "<" }
                    rest = rest[text.endIndex...]
                    return .text(text)
                }
                if Self.begins(rest, Self.comment) {
                    skip(past: Self.commentEnd)
                } else if let tag = tag() {
                    return tag
                }
            }
            return nil
        }

        /// What stands up to the end of an element, whatever its marks.
        mutating func content(until name: String) -> String {
            let wanted = Array("</\(name)".unicodeScalars)
            var index = rest.startIndex
            while index < rest.endIndex {
                if rest[index] == "<", Self.begins(rest[index...], wanted) {
                    let content = String(Substring(rest[..<index]))
                    rest = rest[index...]
                    return content
                }
                index = rest.index(after: index)
            }
            let content = String(Substring(rest))
            rest = rest[rest.endIndex...]
            return content
        }

        /// The tag at the beginning. A mark that begins none is left out.
        private mutating func tag() -> Piece? {
            var inside = rest.dropFirst()
            let isEnd = inside.first == "/"
            if isEnd { inside = inside.dropFirst() }
            let name = inside.prefix { $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0) }
            rest = inside[name.endIndex...]
            var quote: Unicode.Scalar?
            while let scalar = rest.first {
                rest = rest.dropFirst()
                if let open = quote {
                    if scalar == open { quote = nil }
                } else if scalar == ">" {
                    break
                } else if !name.isEmpty, scalar == "\"" || scalar == "'" {
                    quote = scalar
                }
            }
            let word = String(Substring(name)).lowercased()
            return isEnd ? .end(word) : .tag(word)
        }

        private mutating func skip(past wanted: [Unicode.Scalar]) {
            while !rest.isEmpty, !Self.begins(rest, wanted) { rest = rest.dropFirst() }
            rest = rest.dropFirst(wanted.count)
        }

        /// In ASCII, case doesn't count.
        private static func begins(_ scalars: Substring.UnicodeScalarView, _ wanted: [Unicode.Scalar]) -> Bool {
            var index = scalars.startIndex
            for scalar in wanted {
                guard index < scalars.endIndex, lower(scalars[index]) == scalar else { return false }
                index = scalars.index(after: index)
            }
            return true
        }

        private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
            "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value + 32)) : scalar
        }
    }
}
