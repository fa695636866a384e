/// Reads the coefficients of a block that one scan has (§F.2.2, §G.1.2).
struct JPEGBlock {
    /// Where in a block of 8 rows the coefficients are, in the order in which they are stored.
    static let zigzag = [
        0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14,
        21,
        28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61,
        54,
        47, 55, 62, 63,
    ]

    private let isProgressive: Bool
    private let first: Int
    private let last: Int
    /// Whether an earlier scan has left out the lowest bits, of which this one has the next.
    private let refines: Bool
    private let low: Int
    /// Blocks to come without further coefficients in this scan.
    var emptyBlocks = 0

    init(isProgressive: Bool, first: Int, last: Int, high: Int, low: Int, isAlone: Bool) throws(PictureError) {
        self.isProgressive = isProgressive
        refines = isProgressive && high > 0
        self.low = isProgressive ? low : 0
        self.first = isProgressive ? first : 0
        self.last = isProgressive ? last : 63
        guard isProgressive else { return }
        guard first <= last, last < 64, low <= 13, high == 0 || high == low + 1 else { throw .damaged }
        // Apart from the first one, coefficients come one colour at a time.
        guard first == 0 ? last == 0 : isAlone else { throw .damaged }
    }

    /// - Parameter start: the block's place in the coefficients.
    mutating func decode(
        _ coefficients: inout [Int32],
        at start: Int,
        _ prediction: inout Int,
        dc: JPEGHuffmanTable?,
        ac: JPEGHuffmanTable?,
        _ bits: inout JPEGBitReader
    ) throws(PictureError) {
        guard start >= 0, start + 64 <= coefficients.count else { throw .damaged }
        if first == 0 {
            if refines {
                if try bits.bit() == 1 { coefficients[start] |= 1 << Int32(low) }
            } else {
                guard let dc else { throw .damaged }
                let size = Int(try dc.symbol(&bits))
                prediction &+= try bits.signed(size)
                coefficients[start] = Int32(truncatingIfNeeded: prediction << low)
            }
        }
        guard last > 0 else { return }
        guard let ac else { throw .damaged }
        if refines {
            try refine(&coefficients, start, ac, &bits)
        } else {
            try decodeFirst(&coefficients, start, ac, &bits)
        }
    }

    private mutating func decodeFirst(
        _ coefficients: inout [Int32],
        _ start: Int,
        _ ac: JPEGHuffmanTable,
        _ bits: inout JPEGBitReader
    ) throws(PictureError) {
        if emptyBlocks > 0 {
            emptyBlocks -= 1
            return
        }
        var index = max(first, 1)
        while index <= last {
            let symbol = Int(try ac.symbol(&bits))
            let (zeros, size) = (symbol >> 4, symbol & 15)
            if size == 0, zeros < 15 {
                if isProgressive { emptyBlocks = (1 << zeros) - 1 + (try bits.number(zeros)) }
                return
            }
            index += zeros
            if size > 0 {
                guard index <= last else { throw .damaged }
                let value = try bits.signed(size) << low
                coefficients[start + Self.zigzag[index]] = Int32(truncatingIfNeeded: value)
            }
            index += 1
        }
    }

    /// One more bit of the coefficients that aren't zero, and those that aren't zero any more.
    private mutating func refine(
        _ coefficients: inout [Int32],
        _ start: Int,
        _ ac: JPEGHuffmanTable,
        _ bits: inout JPEGBitReader
    ) throws(PictureError) {
        var index = first
        while emptyBlocks == 0, index <= last {
            let symbol = Int(try ac.symbol(&bits))
            let (zeros, size) = (symbol >> 4, symbol & 15)
            var value: Int32 = 0
            if size > 0 {
                value = try bits.bit() == 1 ? 1 << Int32(low) : -1 << Int32(low)
            } else if zeros < 15 {
                emptyBlocks = (1 << zeros) + (try bits.number(zeros))
                break
            }
            index = try passed(zeros, from: index, &coefficients, start, &bits)
            if value != 0 {
                guard index <= last else { throw .damaged }
                coefficients[start + Self.zigzag[index]] = value
            }
            index += 1
        }
        guard emptyBlocks > 0 else { return }
        _ = try passed(64, from: index, &coefficients, start, &bits)
        emptyBlocks -= 1
    }

    /// Goes over so many zeros, and corrects what stands between them.
    /// - Returns: the index of the zero after them.
    private func passed(
        _ zeros: Int,
        from index: Int,
        _ coefficients: inout [Int32],
        _ start: Int,
        _ bits: inout JPEGBitReader
    ) throws(PictureError) -> Int {
        var (index, zeros) = (index, zeros)
        while index <= last {
            let place = start + Self.zigzag[index]
            let value = coefficients[place]
            if value == 0 {
                if zeros == 0 { break }
                zeros -= 1
            } else if try bits.bit() == 1 {
                let bit: Int32 = 1 << Int32(low)
                if value.magnitude & bit.magnitude == 0 { coefficients[place] = value &+ (value > 0 ? bit : -bit) }
            }
            index += 1
        }
        return index
    }
}
