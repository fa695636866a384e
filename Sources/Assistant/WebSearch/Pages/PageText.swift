/// The text of an HTML page, a line for each paragraph. Total: any text is some page.
struct PageText {
    /// What comes after that isn't read.
    static let maxCharacters = 20_000

    private(set) var title = ""
    private(set) var text = ""
    private(set) var isCut = false

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
        var lines: [String] = []
        var count = 0
        func end() {
            let done = OutsideText.line(String(line), upTo: Self.maxCharacters)
            line.removeAll()
            guard !done.isEmpty, !isCut else { return }
            let room = Self.maxCharacters - count
            if done.count > room { isCut = true }
            lines.append(String(done.prefix(room)))
            count += min(done.count, room) + 1
        }
        while let piece = reader.next() {
            switch piece {
            case .text(let text): line.append(contentsOf: text)
            case .tag(let name) where name == "title":
                title = OutsideText.line(reader.content(until: "title"), upTo: 200)
            case .tag(let name) where Self.hidden.contains(name): _ = reader.content(until: name)
            case .tag(let name), .end(let name):
                if !Self.inline.contains(name) { end() }
            }
            if isCut { break }
        }
        end()
        text = lines.joined(separator: "\n")
    }

    init(plain: String) {
        let lines = plain.split(whereSeparator: \.isNewline).map {
            OutsideText.line(String($0), upTo: Self.maxCharacters)
        }
        let whole = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        text = String(whole.prefix(Self.maxCharacters))
        isCut = whole.count > Self.maxCharacters
    }

    /// Cuts a page into tags and what stands between them.
    private struct Reader {
        enum Piece {
            case text(Substring.UnicodeScalarView)
            case tag(String)
            case end(String)
        }

        private var rest: Substring.UnicodeScalarView

        init(_ scalars: String.UnicodeScalarView) { rest = scalars[...] }

        mutating func next() -> Piece? {
            while let first = rest.first {
                guard first == "<" else {
                    let text = rest.prefix { $0 != "<" }
                    rest = rest[text.endIndex...]
                    return .text(text)
                }
                if hasPrefix("<!--") {
                    skip(past: "-->")
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

        private func hasPrefix(_ text: String) -> Bool { Self.begins(rest, Array(text.unicodeScalars)) }

        private mutating func skip(past text: String) {
            let wanted = Array(text.unicodeScalars)
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
