/// DEC's sixels: columns of six points, one colour after the other (VT330/340 manual, chapter 14).
enum Sixels {
    /// A picture in the 216 colours of a cube, with what rounding leaves given to the neighbours.
    static func encoded(_ pixels: Pixels) -> String {
        let colours = ColourCube.indexes(of: pixels)
        // The points of a band that it doesn't draw stay as they are.
        var text = "\u{1B}P0;1;0q\"1;1;\(pixels.width);\(pixels.height)"
        for colour in Set(colours).sorted() { text += ColourCube.definition(colour) }
        for top in stride(from: 0, to: pixels.height, by: 6) {
            if top > 0 { text += "-" }
            let rows = top..<min(top + 6, pixels.height)
            text += band(rows, pixels.width, colours)
        }
        return text + "\u{1B}\\"
    }

    private static func band(_ rows: Range<Int>, _ width: Int, _ colours: [UInt8]) -> String {
        var masks: [UInt8: [UInt8]] = [:]
        for row in rows {
            let bit: UInt8 = 1 << UInt8(row - rows.lowerBound)
            for column in 0..<width {
                masks[colours[row * width + column], default: Array(repeating: 0, count: width)][column] |= bit
            }
        }
        return masks.sorted { $0.key < $1.key }.map { "#\($0.key)" + runs($0.value) }.joined(separator: "$")
    }

    /// `!12~` for twelve of the same. What is empty at the end is left out.
    private static func runs(_ masks: [UInt8]) -> String {
        var text = ""
        var index = 0
        let end = (masks.lastIndex { $0 != 0 } ?? -1) + 1
        while index < end {
            var next = index + 1
            while next < end, masks[next] == masks[index] { next += 1 }
            let count = next - index
            let sixel = Character(Unicode.Scalar(63 + masks[index]))
            text += count > 3 ? "!\(count)\(sixel)" : String(repeating: sixel, count: count)
            index = next
        }
        return text
    }
}

/// Six shades of each colour.
enum ColourCube {
    static func definition(_ index: UInt8) -> String {
        let index = Int(index)
        // In percent.
        return "#\(index);2;\(index / 36 * 20);\(index / 6 % 6 * 20);\(index % 6 * 20)"
    }

    /// The shade of each point, with errors spread as Floyd and Steinberg do it.
    static func indexes(of pixels: Pixels) -> [UInt8] {
        let channels = [
            shades(pixels.points.map(\.red), width: pixels.width),
            shades(pixels.points.map(\.green), width: pixels.width),
            shades(pixels.points.map(\.blue), width: pixels.width),
        ]
        return pixels.points.indices.map { index in
            UInt8(channels[0][index] * 36 + channels[1][index] * 6 + channels[2][index])
        }
    }

    private static func shades(_ values: [UInt8], width: Int) -> [Int] {
        var wanted = values.map { Int($0) }
        var shades: [Int] = []
        shades.reserveCapacity(values.count)
        for index in wanted.indices {
            let shade = min(max((wanted[index] + 25) / 51, 0), 5)
            shades.append(shade)
            let error = wanted[index] - shade * 51
            let column = index % width
            func spread(_ step: Int, _ part: Int) {
                if index + step < wanted.count { wanted[index + step] += error * part / 16 }
            }
            if column + 1 < width { spread(1, 7) }
            if column > 0 { spread(width - 1, 3) }
            spread(width, 5)
            if column + 1 < width { spread(width + 1, 1) }
        }
        return shades
    }
}
