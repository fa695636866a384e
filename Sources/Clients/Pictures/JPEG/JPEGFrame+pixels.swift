import Foundation

extension JPEGFrame {
    /// The picture of all scans that have been read.
    func pixels(_ tables: JPEGTables) throws(PictureError) -> Pixels {
        var planes: [JPEGPlane] = []
        for component in components {
            planes.append(JPEGPlane(component, try tables.quantisation(component.quantisation)))
        }
        let isRGB = tables.isRGB || components.map(\.name) == Array("RGB".utf8)
        var points: [Pixel] = []
        points.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                let samples = zip(components, planes).map { component, plane in
                    plane.sample(row * component.down / maxDown, column * component.across / maxAcross)
                }
                points.append(samples.count < 3 ? Self.grey(samples[0]) : Self.colour(samples, isRGB: isRGB))
            }
        }
        guard let pixels = Pixels(width: width, height: height, points: points) else { throw .damaged }
        return pixels
    }

    private static func grey(_ sample: Float) -> Pixel {
        let grey = byte(sample)
        return Pixel(grey, grey, grey)
    }

    /// From luminance and two differences of colour (JFIF).
    private static func colour(_ samples: [Float], isRGB: Bool) -> Pixel {
        if isRGB { return Pixel(byte(samples[0]), byte(samples[1]), byte(samples[2])) }
        let (blue, red) = (samples[1] - 128, samples[2] - 128)
        let green = samples[0] - 0.344136 * blue - 0.714136 * red
        return Pixel(byte(samples[0] + 1.402 * red), byte(green), byte(samples[0] + 1.772 * blue))
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
}

/// One colour as samples of 0 to 255, and a little beyond.
struct JPEGPlane {
    private let width: Int
    private var samples: [Float]

    init(_ component: JPEGComponent, _ quantisation: [Int32]) {
        width = component.stride * 8
        samples = Array(repeating: 0, count: component.coefficients.count)
        var block = [Float](repeating: 0, count: 64)
        for number in 0..<component.coefficients.count / 64 {
            for index in 0..<64 {
                // Damaged ones can be of any size.
                let value = component.coefficients[number * 64 + index].multipliedReportingOverflow(
                    by: quantisation[index]
                )
                block[index] = value.overflow ? 0 : Float(value.partialValue)
            }
            InverseCosineTransform.apply(to: &block)
            let top = number / component.stride * 8
            let left = number % component.stride * 8
            for index in 0..<64 { samples[(top + index / 8) * width + left + index % 8] = block[index] + 128 }
        }
    }

    func sample(_ row: Int, _ column: Int) -> Float {
        let index = row * width + column
        return samples.indices.contains(index) ? samples[index] : 0
    }
}

/// From 64 coefficients to 64 samples (§A.3.3), first along rows, then along columns.
enum InverseCosineTransform {
    /// For each sample the weights of the eight coefficients.
    private static let weights: [Float] = (0..<64).map { index in
        let (sample, frequency) = (Double(index / 8), Double(index % 8))
        let scale = frequency == 0 ? 0.5.squareRoot() : 1
        return Float(scale / 2 * cos((2 * sample + 1) * frequency * .pi / 16))
    }

    static func apply(to block: inout [Float]) {
        for row in 0..<8 { line(&block, from: row * 8, step: 1) }
        for column in 0..<8 { line(&block, from: column, step: 8) }
    }

    private static func line(_ block: inout [Float], from start: Int, step: Int) {
        let old = (0..<8).map { block[start + $0 * step] }
        for sample in 0..<8 {
            var sum: Float = 0
            for frequency in 0..<8 { sum += old[frequency] * weights[sample * 8 + frequency] }
            block[start + sample * step] = sum
        }
    }
}
