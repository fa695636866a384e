public import Foundation

/// BERT's tokenizer: cleaning, splitting at spaces and punctuation, then greedy longest-match WordPiece.
///
/// Reproduces the ids of the `tokenizers` library for uncased BERT models, special tokens written out in the text
/// (`[SEP]`) included. Total: every string has an encoding.
public struct WordPieceTokenizer: Sendable {
    /// In scalars. Longer words become the unknown token.
    static let maxWordLength = 100

    /// At most this many ids per text, `[CLS]` and `[SEP]` included; the rest is cut off.
    public let maxLength: Int
    public let vocabularySize: Int

    private let vocabulary: Vocabulary
    private let normalizer: WordNormalizer
    private let spacesCJK: Bool
    private let unknown: Int32
    private let classification: Int32
    private let separator: Int32
    /// Special tokens that are recognised in raw text.
    private let literals: [(scalars: [Unicode.Scalar], id: Int32)]

    public init(
        vocabulary: Vocabulary,
        configuration: TokenizerConfiguration = .init(),
        maxLength: Int = 256
    ) throws(TokenizerError) {
        self.vocabulary = vocabulary
        self.maxLength = max(2, maxLength)
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
            guard !token.isEmpty, let id = try? vocabulary.id(of: token) else { continue }
            literals.append((Array(token.unicodeScalars), id))
        }
        self.literals = literals
    }

    /// `[CLS]`, the text's pieces, `[SEP]`.
    public func encode(_ text: String) -> [Int32] {
        var ids = [classification]
        var scanner = scanner(of: text[...])
        while ids.count < maxLength, scanner.next() {
            appendPieces(ofWordIn: scanner, to: &ids, maximum: maxLength)
        }
        ids.removeLast(max(0, ids.count - (maxLength - 1)))
        ids.append(separator)
        return ids
    }

    func scanner(of text: Substring) -> WordScanner {
        WordScanner(text, literals: literals, spacesCJK: spacesCJK)
    }

    /// Appends the ids of the scanner's current word. May stop early once there are `maximum` ids.
    func appendPieces(ofWordIn scanner: WordScanner, to ids: inout [Int32], maximum: Int) {
        if let literal = scanner.literal { return ids.append(literal) }
        var part: [Unicode.Scalar] = []
        for scalar in normalizer.normalize(scanner.scalars) {
            guard ids.count < maximum else { break }
            if scalar.isBERTPunctuation {
                appendPieces(of: part, to: &ids)
                part.removeAll(keepingCapacity: true)
                appendPieces(of: [scalar], to: &ids)
            } else {
                part.append(scalar)
            }
        }
        appendPieces(of: part, to: &ids)
    }

    /// Greedy longest match from the left. A word with any part outside the vocabulary is unknown as a whole.
    private func appendPieces(of part: [Unicode.Scalar], to ids: inout [Int32]) {
        guard !part.isEmpty else { return }
        guard part.count <= Self.maxWordLength else {
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

extension WordPieceTokenizer {
    /// Reads `vocab.txt` and `tokenizer_config.json` of a model's folder.
    public init(folder: URL, maxLength: Int = 256) throws {
        let vocabulary = try Vocabulary(text: Data(contentsOf: folder.appending(path: "vocab.txt")))
        let configuration = try TokenizerConfiguration(
            json: Data(contentsOf: folder.appending(path: "tokenizer_config.json"))
        )
        try self.init(vocabulary: vocabulary, configuration: configuration, maxLength: maxLength)
    }
}
