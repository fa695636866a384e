/// Tables that hold for what follows them.
struct JPEGTables {
    var restartInterval = 0
    /// Whether the three colours are red, green and blue, without conversion.
    private(set) var isRGB = false
    private var quantisation: [[Int32]?] = [nil, nil, nil, nil]
    private var huffman: [JPEGHuffmanTable?] = Array(repeating: nil, count: 8)

    func quantisation(_ index: Int) throws(PictureError) -> [Int32] {
        guard quantisation.indices.contains(index), let table = quantisation[index] else { throw .damaged }
        return table
    }

    func huffman(isAC: Bool, _ index: Int) -> JPEGHuffmanTable? {
        (0..<4).contains(index) ? huffman[(isAC ? 4 : 0) + index] : nil
    }

    mutating func readQuantisation(_ content: ArraySlice<UInt8>) throws(PictureError) {
        var reader = ByteReader(content)
        while !reader.isAtEnd {
            let head = Int(try reader.byte())
            let (size, index) = (head >> 4, head & 15)
            guard size <= 1, index < 4 else { throw .damaged }
            var table = [Int32](repeating: 0, count: 64)
            for position in JPEGBlock.zigzag { table[position] = Int32(try reader.number(bytes: size + 1)) }
            quantisation[index] = table
        }
    }

    mutating func readHuffman(_ content: ArraySlice<UInt8>) throws(PictureError) {
        var reader = ByteReader(content)
        while !reader.isAtEnd {
            let head = Int(try reader.byte())
            let (kind, index) = (head >> 4, head & 15)
            guard kind <= 1, index < 4 else { throw .damaged }
            let counts = try reader.take(16).map { Int($0) }
            let symbols = Array(try reader.take(counts.reduce(0, +)))
            huffman[kind * 4 + index] = JPEGHuffmanTable(counts: counts, symbols: symbols)
        }
    }

    /// Adobe's segment: 0 in its last byte means that colours aren't converted.
    mutating func readAdobe(_ content: ArraySlice<UInt8>) {
        guard content.count >= 12, content.starts(with: "Adobe".utf8) else { return }
        isRGB = content[content.startIndex + 11] == 0
    }
}

/// A code in which frequent symbols are short (Annex C).
struct JPEGHuffmanTable {
    /// The number of codes of 1 to 16 bits.
    let counts: [Int]
    let symbols: [UInt8]

    /// Walks through the lengths: codes of one length are consecutive, and follow on those of the length before.
    func symbol(_ bits: inout JPEGBitReader) throws(PictureError) -> UInt8 {
        var (code, first, index) = (0, 0, 0)
        for count in counts {
            code |= try bits.bit()
            if code - first < count {
                let position = index + code - first
                guard symbols.indices.contains(position) else { throw .damaged }
                return symbols[position]
            }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw .damaged
    }
}
