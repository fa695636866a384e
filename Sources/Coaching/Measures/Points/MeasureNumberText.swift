/// Values with as many decimals as people give.
enum MeasureNumberText {
    static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    static func text(_ value: Double) -> String {
        let rounded = rounded(value)
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }
}
