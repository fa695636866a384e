/// One pass over some colours of a picture.
struct JPEGScan {
    private struct Part {
        let component: Int
        let dc: JPEGHuffmanTable?
        let ac: JPEGHuffmanTable?
    }

    private(set) var bits: JPEGBitReader
    private var parts: [Part] = []
    private var block: JPEGBlock
    private let restartInterval: Int

    init(
        _ content: ArraySlice<UInt8>,
        of frame: JPEGFrame,
        _ tables: JPEGTables,
        _ bits: JPEGBitReader
    ) throws(PictureError) {
        self.bits = bits
        restartInterval = tables.restartInterval
        var reader = ByteReader(content)
        let count = try reader.number(bytes: 1)
        guard (1...frame.components.count).contains(count) else { throw .damaged }
        for _ in 0..<count {
            let name = try reader.byte()
            let choice = Int(try reader.byte())
            guard let index = frame.components.firstIndex(where: { $0.name == name }),
                !parts.contains(where: { $0.component == index })
            else { throw .damaged }
            let (dc, ac) = (choice >> 4, choice & 15)
            parts.append(
                Part(
                    component: index,
                    dc: tables.huffman(isAC: false, dc),
                    ac: tables.huffman(isAC: true, ac)
                )
            )
        }
        let (start, end) = (try reader.number(bytes: 1), try reader.number(bytes: 1))
        let approximation = try reader.number(bytes: 1)
        block = try JPEGBlock(
            isProgressive: frame.isProgressive,
            first: start,
            last: end,
            high: approximation >> 4,
            low: approximation & 15,
            isAlone: count == 1
        )
    }

    mutating func decode(into frame: inout JPEGFrame) throws(PictureError) {
        if parts.count == 1 {
            let component = frame.components[parts[0].component]
            try decodeUnits(component.columns * component.rows, into: &frame) { unit in
                [(0, unit / component.columns * component.stride + unit % component.columns)]
            }
        } else {
            let shapes = parts.map { frame.components[$0.component] }
            let columns = frame.unitColumns
            try decodeUnits(columns * frame.unitRows, into: &frame) { unit in
                Self.blocks(row: unit / columns, column: unit % columns, shapes)
            }
        }
    }

    /// The blocks of a unit, of one colour after the other.
    private static func blocks(row: Int, column: Int, _ shapes: [JPEGComponent]) -> [(part: Int, block: Int)] {
        shapes.indices.flatMap { part in
            let shape = shapes[part]
            return (0..<shape.across * shape.down).map { number in
                let blockRow = row * shape.down + number / shape.across
                let blockColumn = column * shape.across + number % shape.across
                return (part, blockRow * shape.stride + blockColumn)
            }
        }
    }

    private mutating func decodeUnits(
        _ count: Int,
        into frame: inout JPEGFrame,
        blocks: (Int) -> [(part: Int, block: Int)]
    ) throws(PictureError) {
        var predictions = Array(repeating: 0, count: parts.count)
        for unit in 0..<count {
            if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
                try bits.restart()
                predictions = Array(repeating: 0, count: parts.count)
                block.emptyBlocks = 0
            }
            for (part, index) in blocks(unit) {
                let chosen = parts[part]
                try block.decode(
                    &frame.components[chosen.component].coefficients,
                    at: index * 64,
                    &predictions[part],
                    dc: chosen.dc,
                    ac: chosen.ac,
                    &bits
                )
            }
        }
    }
}
