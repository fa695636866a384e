/// Lines are stored as differences from their neighbours (§9).
enum PNGFilter {
    /// - Parameter lines: each begins with the number of its filter.
    static func undo(in lines: inout [UInt8], _ header: PNGHeader) throws(PictureError) {
        let (length, step) = (header.bytesPerLine, header.bytesPerPixel)
        for row in 0..<header.height {
            let start = row * (length + 1) + 1
            let filter = lines[start - 1]
            guard filter <= 4 else { throw .damaged }
            if filter == 0 { continue }
            for index in 0..<length {
                let left = index >= step ? lines[start + index - step] : 0
                let above = row > 0 ? lines[start + index - length - 1] : 0
                let aboveLeft = row > 0 && index >= step ? lines[start + index - step - length - 1] : 0
                lines[start + index] &+= predicted(filter, left, above, aboveLeft)
            }
        }
    }

    private static func predicted(_ filter: UInt8, _ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
        switch filter {
        case 1: left
        case 2: above
        case 3: UInt8((Int(left) + Int(above)) / 2)
        default: paeth(Int(left), Int(above), Int(aboveLeft))
        }
    }

    private static func paeth(_ left: Int, _ above: Int, _ aboveLeft: Int) -> UInt8 {
        let guess = left + above - aboveLeft
        let (a, b, c) = (abs(guess - left), abs(guess - above), abs(guess - aboveLeft))
        let nearest = a <= b && a <= c ? left : b <= c ? above : aboveLeft
        return UInt8(truncatingIfNeeded: nearest)
    }
}
