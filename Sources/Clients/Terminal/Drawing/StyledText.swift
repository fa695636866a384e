import Pictures

/// Text in one role, safe for terminals.
///
/// This is the only way to put text on the full screen, so nothing from the network gets there unsanitised.
struct Span: Sendable, Hashable {
    let text: String
    var role: TextRole
    /// The address that a click opens.
    var link: String?
    /// The row of a picture that is drawn in its place.
    private(set) var slice: PictureSlice?

    /// As many spaces as the picture has columns.
    init(_ slice: PictureSlice) {
        text = String(repeating: " ", count: slice.picture.columns)
        role = .plain
        self.slice = slice
    }

    /// - Parameter text: of one line; line breaks become spaces.
    init(_ text: String, _ role: TextRole = .plain, link: String? = nil) {
        self.text = TerminalText.line(text)
        self.role = role
        self.link = link.map(Self.encoded)
    }

    /// Percent-encoded except for printing ASCII, which is all that OSC 8 allows in an address.
    private static func encoded(_ address: String) -> String {
        String(
            decoding: address.utf8.flatMap { byte -> [UInt8] in
                guard !(33...126).contains(byte) else { return [byte] }
                return Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
            },
            as: UTF8.self
        )
    }

    private init(safe text: String, _ role: TextRole, link: String?) {
        self.text = text
        self.role = role
        self.link = link
    }

    /// Part of this span.
    func part(_ text: some StringProtocol) -> Span { Span(safe: String(text), role, link: link) }

    var width: Int { DisplayWidth.of(text) }
}

/// One line of spans.
struct StyledText: Sendable, Hashable, ExpressibleByStringLiteral {
    var spans: [Span]

    init(_ spans: [Span] = []) { self.spans = spans }
    init(_ text: String, _ role: TextRole = .plain) { spans = text.isEmpty ? [] : [Span(text, role)] }
    init(stringLiteral text: String) { self.init(text) }

    var width: Int { spans.reduce(0) { $0 + $1.width } }
    var plain: String { spans.map(\.text).joined() }
    var isEmpty: Bool { spans.isEmpty }

    static func + (a: StyledText, b: StyledText) -> StyledText { StyledText(a.spans + b.spans) }
    static func += (a: inout StyledText, b: StyledText) { a.spans += b.spans }

    /// The same text in one role.
    func colored(_ role: TextRole) -> StyledText {
        StyledText(
            spans.map { span in
                var span = span
                span.role = role
                return span
            }
        )
    }

    /// Cut to `columns`, ending in `…` if something was cut off.
    func truncated(to columns: Int) -> StyledText {
        guard width > columns else { return self }
        guard columns > 0 else { return StyledText() }
        var room = columns - 1
        var result: [Span] = []
        for span in spans {
            guard span.width > room else {
                result.append(span)
                room -= span.width
                continue
            }
            var text = ""
            for character in span.text {
                let width = DisplayWidth.of(character)
                if width > room { break }
                room -= width
                text.append(character)
            }
            result.append(span.part(text + "…"))
            break
        }
        return StyledText(result)
    }

    /// Lines of a text with line breaks, with its addresses as links.
    static func lines(of text: String, _ role: TextRole = .plain) -> [StyledText] {
        TerminalText.block(text).split(separator: "\n", omittingEmptySubsequences: false).map {
            LinkFinder.linked(String($0), role)
        }
    }
}
