import Domain

/// The pieces of a Unigram tokenizer with the logarithms of their probabilities. The pieces stay in the mapped file.
final class UnigramVocabulary: @unchecked Sendable {
    // Unchecked: the table is filled in `init` and only read afterwards.
    private static let empty: Int32 = -1

    let count: Int
    /// Of the longest piece, in bytes.
    let maxLength: Int
    let lowestScore: Float
    private let file: FourBitFile
    private let pieces: UnsafeRawBufferPointer
    private let offsets: UnsafeRawBufferPointer
    private let scores: UnsafeRawBufferPointer
    /// Ids by the hashes of their pieces, with open addressing.
    private let table: UnsafeMutableBufferPointer<Int32>

    /// Takes about 20 ms for 250 000 pieces.
    init(_ file: FourBitFile) throws(WeightsError) {
        let tokenizer = file.tokenizer
        self.file = file
        count = tokenizer.pieceCount
        pieces = UnsafeRawBufferPointer(rebasing: file.bytes[tokenizer.pieces])
        offsets = UnsafeRawBufferPointer(rebasing: file.bytes[tokenizer.offsets])
        scores = UnsafeRawBufferPointer(rebasing: file.bytes[tokenizer.scores])
        var size = 2
        while size < count * 2 { size *= 2 }
        table = .allocate(capacity: size)
        table.initialize(repeating: Self.empty)
        var (maxLength, lowest, isOrdered) = (0, Float.infinity, true)
        var begin = Self.number(offsets, 0)
        for id in 0..<count {
            let end = Self.number(offsets, id + 1)
            guard begin <= end, end <= pieces.count else {
                isOrdered = false
                break
            }
            maxLength = max(maxLength, end - begin)
            lowest = min(lowest, scores.loadUnaligned(fromByteOffset: id * 4, as: Float.self))
            if begin < end {
                var hash = FNV1a()
                for index in begin..<end { hash.add(pieces[index]) }
                var slot = hash.slot(in: size)
                while table[slot] != Self.empty { slot = (slot + 1) & (size - 1) }
                table[slot] = Int32(id)
            }
            begin = end
        }
        (self.maxLength, lowestScore) = (maxLength, lowest)
        guard isOrdered else { throw .malformed("pieces outside the file") }
    }

    deinit { table.deallocate() }

    private static func number(_ offsets: UnsafeRawBufferPointer, _ index: Int) -> Int {
        Int(UInt32(littleEndian: offsets.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
    }

    func score(of id: Int32) -> Float { scores.loadUnaligned(fromByteOffset: Int(id) * 4, as: Float.self) }

    /// The piece with these bytes; `nil` if there is none.
    /// - Parameter hash: of the same bytes.
    func id(of bytes: UnsafeBufferPointer<UInt8>, hash: FNV1a) -> Int32? {
        var slot = hash.slot(in: table.count)
        while table[slot] != Self.empty {
            let id = Int(table[slot])
            let (begin, end) = (Self.number(offsets, id), Self.number(offsets, id + 1))
            if end - begin == bytes.count, zip(pieces[begin..<end], bytes).allSatisfy({ $0 == $1 }) { return Int32(id) }
            slot = (slot + 1) & (table.count - 1)
        }
        return nil
    }
}

extension FNV1a {
    /// - Parameter size: a power of two.
    func slot(in size: Int) -> Int { Int(truncatingIfNeeded: (value ^ value >> 32) & UInt64(size - 1)) }
}
