extension Double {
    public func rounded(places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        return (self * factor).rounded() / factor
    }
}

extension Duration {
    public var seconds: Double { self / .seconds(1) }
    public var milliseconds: Double { self / .milliseconds(1) }
}
