/// Finds the objects of a PDF by reading it from front to back, without its tables of offsets, so that objects of
/// earlier versions and unreachable ones are found as well.
struct PDFObjects {
    enum Value: Sendable, Hashable {
        case string, name(String), integer(Int)
        /// To the object of this number.
        case reference(Int)
        case other
    }

    struct Entry: Sendable, Hashable {
        let key: String
        let value: Value
        let keyRange: Range<Int>
        let valueRange: Range<Int>
    }

    /// One object, or a trailer.
    struct Object: Sendable {
        /// `nil` for a trailer.
        var number: Int?
        /// Of the outermost dictionary, in order; at most `maxEntries`.
        var entries: [Entry] = []
        /// The content of the stream.
        var stream: Range<Int>?
        /// If the object is nothing but a string.
        var string: Range<Int>?

        subscript(key: String) -> Value? { entries.last { $0.key == key }?.value }
    }

    /// No dictionary of document information has more.
    private static let maxEntries = 1000

    private var lexer: PDFLexer
    private var object = Object()
    /// Depth of dictionaries and arrays.
    private var depth = 0
    private var key: PDFLexer.Token?
    private var value: [PDFLexer.Token] = []
    private var valueEnd = 0
    private var isArray = false
    private var numbers: [Int] = []

    init(_ bytes: [UInt8]) { lexer = PDFLexer(bytes) }

    /// The next object with a dictionary or a string.
    mutating func next() -> Object? {
        while let token = lexer.next() {
            if depth > 0 {
                if let object = readInside(token) { return object }
            } else if let object = readOutside(token) {
                return object
            }
        }
        guard !object.entries.isEmpty || object.string != nil else { return nil }
        return take()
    }

    private mutating func take(number: Int? = nil) -> Object? {
        defer { object = Object(number: number) }
        return object.entries.isEmpty && object.string == nil && object.stream == nil ? nil : object
    }

    private mutating func readOutside(_ token: PDFLexer.Token) -> Object? {
        switch token.kind {
        case .number:
            numbers = (numbers + [lexer.integer(token) ?? -1]).suffix(2)
            return nil
        case .dictionaryStart, .arrayStart:
            depth = 1
            (key, value) = (nil, [])
            isArray = token.kind == .arrayStart
        case .string: object.string = token.range
        case .keyword:
            if lexer.isKeyword(token, "obj") { return take(number: numbers.first.flatMap { $0 >= 0 ? $0 : nil }) }
            if lexer.isKeyword(token, "trailer") { return take() }
            if lexer.isKeyword(token, "stream") { readStream(after: token) }
            if lexer.isKeyword(token, "endobj") { return take() }
        default: break
        }
        return nil
    }

    private mutating func readInside(_ token: PDFLexer.Token) -> Object? {
        switch token.kind {
        case .dictionaryStart, .arrayStart: depth += 1
        case .dictionaryEnd, .arrayEnd: depth -= 1
        // A dictionary that doesn't end.
        case .keyword where lexer.isKeyword(token, "endobj") || lexer.isKeyword(token, "obj"):
            endEntry()
            depth = 0
            return take()
        default: break
        }
        guard !isArray else { return nil }
        if depth == 0 {
            endEntry()
        } else if depth == 1, token.kind == .name, key == nil || !value.isEmpty {
            endEntry()
            key = token
            valueEnd = token.range.upperBound
        } else {
            // Three tokens are enough to know a reference.
            if value.count < 4 { value.append(token) }
            valueEnd = token.range.upperBound
        }
        return nil
    }

    private mutating func endEntry() {
        defer { (key, value) = (nil, []) }
        guard let key, let first = value.first, object.entries.count < Self.maxEntries else { return }
        let kind: Value =
            switch (first.kind, value.count) {
            case (.string, 1): .string
            case (.name, 1): .name(lexer.name(first))
            case (.number, 1): lexer.integer(first).map { .integer($0) } ?? .other
            case (.number, 3) where lexer.isKeyword(value[2], "R"):
                lexer.integer(first).map { .reference($0) } ?? .other
            default: .other
            }
        object.entries.append(
            Entry(
                key: lexer.name(key),
                value: kind,
                keyRange: key.range,
                valueRange: first.range.lowerBound..<valueEnd
            )
        )
    }

    /// Steps over the content, which isn't syntax. A wrong length is corrected.
    private mutating func readStream(after keyword: PDFLexer.Token) {
        let bytes = lexer.bytes
        var start = keyword.range.upperBound
        if start < bytes.count, bytes[start] == 13 { start += 1 }
        if start < bytes.count, bytes[start] == 10 { start += 1 }
        var end: Int?
        if case .integer(let length) = object["Length"], length <= bytes.count - start {
            var next = start + length
            while next < bytes.count, PDFLexer.isWhite(bytes[next]) { next += 1 }
            if bytes[next...].starts(with: "endstream".utf8) { end = start + length }
        }
        let found = end ?? lexer.find("endstream", from: start) ?? bytes.count
        object.stream = start..<found
        lexer.offset = found
    }
}
