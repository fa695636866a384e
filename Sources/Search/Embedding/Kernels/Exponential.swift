/// e to the power of every lane, for arguments up to 88; below −80 the result stays at e⁻⁸⁰ (1.8e-35), so that
/// products with it don't become subnormal numbers, which are slow.
///
/// Cody-Waite range reduction x = n·ln 2 + r with |r| ≤ ln 2 / 2, the Taylor polynomial of degree 7 for e^r
/// (remainder below 6e-9), and 2ⁿ written straight into the exponent bits.
@inline(__always)
func exponential(_ argument: Lane) -> Lane {
    let x = argument.replacing(with: Lane(repeating: -80), where: argument .< -80)
    // Adding 1.5·2²³ rounds to the nearest integer and leaves that integer in the low bits of the sum.
    let shifted = x * Float(1.442_695_04) + Float(12_582_912)
    let n = shifted - Float(12_582_912)
    // ln 2 in two parts: the first has so few bits that n times it is exact.
    let r = x - n * Float(0.693_359_375) - n * Float(-2.121_944_4e-4)
    var p = r * Float(1.0 / 5040) + Float(1.0 / 720)
    p = p * r + Float(1.0 / 120)
    p = p * r + Float(1.0 / 24)
    p = p * r + Float(1.0 / 6)
    p = p * r + Float(0.5)
    p = p * r + Float(1)
    p = p * r + Float(1)
    let exponent = unsafeBitCast(shifted, to: SIMD16<Int32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(p, to: SIMD16<Int32>.self) &+ exponent, to: Lane.self)
}
