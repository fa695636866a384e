/// Iterates over the words of raw text. A word is what stands between spaces, an ideograph, or a special token.
struct WordScanner {
    /// The id of the current word if it is a special token; `scalars` is empty then.
    private(set) var literal: Int32?
    /// The cleaned scalars of the current word.
    private(set) var scalars: [Unicode.Scalar] = []
    /// The current word's place in the text.
    var range: Range<String.Index> { start..<end }

    private let literals: [(scalars: [Unicode.Scalar], id: Int32)]
    private let spacesCJK: Bool
    private var rest: Substring.UnicodeScalarView
    private var start: String.Index
    private var end: String.Index

    init(_ text: Substring, literals: [(scalars: [Unicode.Scalar], id: Int32)], spacesCJK: Bool) {
        self.literals = literals
        self.spacesCJK = spacesCJK
        rest = text.unicodeScalars
        start = text.startIndex
        end = text.startIndex
    }

    /// Advances to the next word. Returns `false` at the end of the text.
    mutating func next() -> Bool {
        scalars.removeAll(keepingCapacity: true)
        literal = nil
        while let scalar = rest.first {
            if let found = literals.first(where: { $0.scalars.first == scalar && rest.starts(with: $0.scalars) }) {
                if scalars.isEmpty {
                    consume(found.scalars.count, isFirst: true)
                    literal = found.id
                }
                return true
            }
            switch ScalarClass(scalar) {
            case .dropped: rest.removeFirst()
            case .space:
                rest.removeFirst()
                if !scalars.isEmpty { return true }
            case .ideograph where spacesCJK:
                if scalars.isEmpty {
                    scalars.append(scalar)
                    consume(1, isFirst: true)
                }
                return true
            case .ideograph, .other:
                consume(1, isFirst: scalars.isEmpty)
                scalars.append(scalar)
            }
        }
        return !scalars.isEmpty
    }

    private mutating func consume(_ count: Int, isFirst: Bool) {
        if isFirst { start = rest.startIndex }
        rest = rest.dropFirst(count)
        end = rest.startIndex
    }
}
