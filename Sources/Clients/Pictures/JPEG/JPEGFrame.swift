/// A colour of a picture, as blocks of 64 coefficients.
struct JPEGComponent {
    let name: UInt8
    /// How many blocks a unit of the picture has, across and down.
    let across: Int
    let down: Int
    let quantisation: Int
    /// Blocks in a row of whole units.
    let stride: Int
    /// The blocks that show something.
    let columns: Int
    let rows: Int
    /// 64 for each block, in rows of the block.
    var coefficients: [Int32]
}

/// The size and colours of a picture (§B.2.2).
struct JPEGFrame {
    let width: Int
    let height: Int
    let isProgressive: Bool
    /// Units across and down.
    let unitColumns: Int
    let unitRows: Int
    let maxAcross: Int
    let maxDown: Int
    var components: [JPEGComponent] = []

    private struct Part {
        let name: UInt8
        let across: Int
        let down: Int
        let quantisation: Int
    }

    init(_ content: ArraySlice<UInt8>, isProgressive: Bool) throws(PictureError) {
        self.isProgressive = isProgressive
        var reader = ByteReader(content)
        guard try reader.number(bytes: 1) == 8 else { throw .unsupported }
        height = try reader.number(bytes: 2)
        width = try reader.number(bytes: 2)
        try PictureDecoder.check(width: width, height: height)
        let count = try reader.number(bytes: 1)
        guard count == 1 || count == 3 else { throw .unsupported }
        var parts: [Part] = []
        for _ in 0..<count {
            let name = try reader.byte()
            let sampling = Int(try reader.byte())
            let (across, down) = (sampling >> 4, sampling & 15)
            guard (1...4).contains(across), (1...4).contains(down) else { throw .damaged }
            parts.append(Part(name: name, across: across, down: down, quantisation: Int(try reader.byte())))
        }
        maxAcross = parts.map(\.across).max() ?? 1
        maxDown = parts.map(\.down).max() ?? 1
        unitColumns = Self.ceil(width, 8 * maxAcross)
        unitRows = Self.ceil(height, 8 * maxDown)
        for part in parts { components.append(component(part)) }
    }

    private func component(_ part: Part) -> JPEGComponent {
        let stride = unitColumns * part.across
        let blocks = stride * unitRows * part.down
        return JPEGComponent(
            name: part.name,
            across: part.across,
            down: part.down,
            quantisation: part.quantisation,
            stride: stride,
            columns: Self.ceil(Self.ceil(width * part.across, maxAcross), 8),
            rows: Self.ceil(Self.ceil(height * part.down, maxDown), 8),
            coefficients: Array(repeating: 0, count: blocks * 64)
        )
    }

    private static func ceil(_ value: Int, _ divisor: Int) -> Int { (value + divisor - 1) / divisor }
}
