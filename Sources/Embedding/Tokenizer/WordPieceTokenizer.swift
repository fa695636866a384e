/// BERT's tokenizer: cleaning, splitting at spaces and punctuation, then greedy longest-match WordPiece.
///
/// Reproduces the ids of the `tokenizers` library for uncased BERT models, special tokens written out in the text
/// (`[SEP]`) included. Total: every string has an encoding.
public struct WordPieceTokenizer: Sendable {
    /// Longer words, in scalars, become the unknown token.
    static let maximumWordLength = 100

    /// At most this many ids per text, `[CLS]` and `[SEP]` included; what is over is cut off at the end.
    public let maximumLength: Int
    public let vocabularySize: Int

    private let vocabulary: Vocabulary
    private let normalizer: WordNormalizer
    private let spacesCJK: Bool
    private let unknown: Int32
    private let classification: Int32
    private let separator: Int32
    /// Tokens that are recognised in raw text, spelled exactly so.
    private let literals: [(scalars: [Unicode.Scalar], id: Int32)]

    public init(
        vocabulary: Vocabulary,
        configuration: TokenizerConfiguration = .init(),
        maximumLength: Int = 256
    ) throws(TokenizerError) {
        self.vocabulary = vocabulary
        self.maximumLength = max(2, maximumLength)
        vocabularySize = vocabulary.count
        normalizer = WordNormalizer(
            lowercases: configuration.lowercases,
            stripsAccents: configuration.stripsAccents
        )
        spacesCJK = configuration.spacesCJK
        unknown = try vocabulary.id(of: configuration.unknown)
        classification = try vocabulary.id(of: configuration.classification)
        separator = try vocabulary.id(of: configuration.separator)
        var literals: [([Unicode.Scalar], Int32)] = []
        for token in [
            configuration.unknown, configuration.classification, configuration.separator, configuration.padding,
            configuration.mask,
        ] {
            if let id = try? vocabulary.id(of: token) { literals.append((Array(token.unicodeScalars), id)) }
        }
        self.literals = literals
    }

    /// `[CLS]`, the text's pieces, `[SEP]`.
    public func encode(_ text: String) -> [Int32] {
        var ids = [classification]
        var word: [Unicode.Scalar] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first, ids.count < maximumLength {
            if let literal = literals.first(where: { rest.starts(with: $0.scalars) }), !literal.scalars.isEmpty {
                flush(&word, into: &ids)
                ids.append(literal.id)
                rest = rest.dropFirst(literal.scalars.count)
                continue
            }
            rest = rest.dropFirst()
            switch ScalarClass(scalar) {
            case .dropped: continue
            case .space: flush(&word, into: &ids)
            case .ideograph where spacesCJK:
                flush(&word, into: &ids)
                word.append(scalar)
                flush(&word, into: &ids)
            case .ideograph, .other: word.append(scalar)
            }
        }
        flush(&word, into: &ids)
        ids.removeLast(max(0, ids.count - (maximumLength - 1)))
        ids.append(separator)
        return ids
    }

    /// Normalises the word, cuts it at punctuation and appends the pieces' ids; the word is empty afterwards.
    private func flush(_ word: inout [Unicode.Scalar], into ids: inout [Int32]) {
        guard !word.isEmpty else { return }
        var part: [Unicode.Scalar] = []
        for scalar in normalizer.normalize(word) {
            guard ids.count < maximumLength else { break }
            if scalar.isBERTPunctuation {
                appendPieces(of: part, to: &ids)
                part.removeAll(keepingCapacity: true)
                appendPieces(of: [scalar], to: &ids)
            } else {
                part.append(scalar)
            }
        }
        appendPieces(of: part, to: &ids)
        word.removeAll(keepingCapacity: true)
    }

    /// Greedy longest match from the left; a word with any part outside the vocabulary is unknown as a whole.
    private func appendPieces(of part: [Unicode.Scalar], to ids: inout [Int32]) {
        guard !part.isEmpty else { return }
        guard part.count <= Self.maximumWordLength else {
            ids.append(unknown)
            return
        }
        var bytes: [UInt8] = []
        for scalar in part { bytes.append(contentsOf: scalar.utf8) }
        let start = ids.count
        var rest = bytes[...]
        var trie = vocabulary.initial
        while !rest.isEmpty {
            guard let piece = trie.longestPrefix(of: rest) else {
                ids.removeLast(ids.count - start)
                ids.append(unknown)
                return
            }
            ids.append(piece.id)
            rest = rest[piece.end...]
            trie = vocabulary.continuation
        }
    }
}
