/// x · Φ(x), the exact (erf) GELU, with |error of erf| ≤ 1.5e-7.
///
/// erf by Abramowitz & Stegun 7.1.26: for z ≥ 0, erf z = 1 − t·(a₁ + t·(a₂ + …a₅))·e^(−z²) with t = 1 / (1 + p·z).
/// With z = |x| / √2 this gives x·Φ(x) = max(x, 0) − |x|/2 · erfc z, which needs no branch on the sign.
@inline(__always)
func gelu(_ x: Lane) -> Lane {
    let bits = unsafeBitCast(x, to: SIMD16<Int32>.self)
    let magnitude = unsafeBitCast(bits & 0x7FFF_FFFF, to: Lane.self)
    let positive = unsafeBitCast(bits & ~(bits &>> 31), to: Lane.self)
    let t = Lane(repeating: 1) / (magnitude * Float(0.327_591_1 * 0.707_106_781_186_547_5) + Float(1))
    var p = t * Float(1.061_405_429) - Float(1.453_152_027)
    p = p * t + Float(1.421_413_741)
    p = p * t - Float(0.284_496_736)
    p = p * t + Float(0.254_829_592)
    return positive - magnitude * Float(0.5) * (p * t) * exponential(x * x * Float(-0.5))
}

/// rows[r] = gelu(rows[r] + bias), in place, for `count` rows of `width` lanes.
func addBiasGELU(_ rows: UnsafeMutablePointer<Lane>, bias: UnsafePointer<Lane>, count: Int, width: Int) {
    for row in 0..<count {
        let values = rows + row * width
        for lane in 0..<width { values[lane] = gelu(values[lane] + bias[lane]) }
    }
}

/// rows[r] += bias, in place, for `count` rows of `width` lanes.
func addBias(_ rows: UnsafeMutablePointer<Lane>, bias: UnsafePointer<Lane>, count: Int, width: Int) {
    for row in 0..<count {
        let values = rows + row * width
        for lane in 0..<width { values[lane] += bias[lane] }
    }
}
