/// The colours that a picture names by number.
struct PNGPalette {
    /// Three bytes each.
    var colours: [UInt8] = []
    var alphas: [UInt8] = []

    func pixel(_ index: Int) throws(PictureError) -> Pixel {
        let start = index * 3
        guard start + 2 < colours.count else { throw .damaged }
        let alpha = index < alphas.count ? alphas[index] : 255
        return Pixel(colours[start], colours[start + 1], colours[start + 2], alpha: alpha)
    }
}

/// One unfiltered line.
struct PNGLine {
    let bytes: ArraySlice<UInt8>
    let header: PNGHeader

    func pixel(_ column: Int, _ palette: PNGPalette) throws(PictureError) -> Pixel {
        let first = column * header.colour.samples
        switch header.colour {
        case .palette: return try palette.pixel(raw(first))
        case .grey:
            let grey = sample(first)
            return Pixel(grey, grey, grey)
        case .greyAlpha:
            let grey = sample(first)
            return Pixel(grey, grey, grey, alpha: sample(first + 1))
        case .rgb: return Pixel(sample(first), sample(first + 1), sample(first + 2))
        case .rgba: return Pixel(sample(first), sample(first + 1), sample(first + 2), alpha: sample(first + 3))
        }
    }

    /// In 8 bits.
    private func sample(_ index: Int) -> UInt8 {
        let value = raw(index)
        if header.depth >= 8 { return UInt8(truncatingIfNeeded: value) }
        return UInt8(truncatingIfNeeded: value * 255 / ((1 << header.depth) - 1))
    }

    /// As stored; of 16 bits the upper half.
    private func raw(_ index: Int) -> Int {
        let bit = index * header.depth
        let offset = bytes.startIndex + bit / 8
        guard offset < bytes.endIndex else { return 0 }
        if header.depth >= 8 { return Int(bytes[offset]) }
        let shift = 8 - header.depth - bit % 8
        return Int(bytes[offset]) >> shift & ((1 << header.depth) - 1)
    }
}
