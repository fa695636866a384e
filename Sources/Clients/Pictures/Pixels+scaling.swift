extension Pixels {
    /// The same picture in another size. Each point is the mean of those that it covers (a box filter); transparent ones
    /// count for nothing.
    public func scaled(width newWidth: Int, height newHeight: Int) -> Pixels {
        if newWidth == width, newHeight == height { return self }
        return mapped(width: newWidth, height: newHeight) { row, column in
            mean(
                rows: Self.covered(row, of: newHeight, from: height),
                columns: Self.covered(column, of: newWidth, from: width)
            )
        }
    }

    /// The same picture, scaled down if a side is longer.
    public func limited(toSide side: Int) -> Pixels {
        let longest = max(width, height)
        guard longest > side, side > 0 else { return self }
        return scaled(width: max(width * side / longest, 1), height: max(height * side / longest, 1))
    }

    /// The picture on a ground of one colour, without transparency.
    public func flattened(on ground: Pixel) -> Pixels {
        guard points.contains(where: { $0.alpha < 255 }) else { return self }
        return mapped(width: width, height: height) { self[$0, $1].blended(over: ground) }
    }

    /// The old points that lie below a new one; at least one.
    private static func covered(_ index: Int, of new: Int, from old: Int) -> Range<Int> {
        let start = min(index * old / new, old - 1)
        let end = ((index + 1) * old + new - 1) / new
        return start..<min(max(end, start + 1), old)
    }

    private func mean(rows: Range<Int>, columns: Range<Int>) -> Pixel {
        var (red, green, blue, alpha) = (0, 0, 0, 0)
        for row in rows {
            for column in columns {
                let point = self[row, column]
                let weight = Int(point.alpha)
                red += Int(point.red) * weight
                green += Int(point.green) * weight
                blue += Int(point.blue) * weight
                alpha += weight
            }
        }
        let count = rows.count * columns.count
        guard alpha > 0, count > 0 else { return Pixel(0, 0, 0, alpha: 0) }
        func part(_ sum: Int) -> UInt8 { UInt8(clamping: (sum + alpha / 2) / alpha) }
        return Pixel(part(red), part(green), part(blue), alpha: UInt8(clamping: (alpha + count / 2) / count))
    }
}

extension Pixel {
    func blended(over ground: Pixel) -> Pixel {
        let weight = Int(alpha)
        func part(_ above: UInt8, _ below: UInt8) -> UInt8 {
            let sum = Int(above) * weight + Int(below) * (255 - weight)
            return UInt8(clamping: (sum + 127) / 255)
        }
        return Pixel(part(red, ground.red), part(green, ground.green), part(blue, ground.blue))
    }
}
