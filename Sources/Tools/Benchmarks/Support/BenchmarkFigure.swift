/// One measured number.
package struct BenchmarkFigure: Encodable, Sendable {
    package let name: String
    package let value: Double
    package let unit: String

    package var line: String {
        let space = String(repeating: " ", count: max(1, 56 - name.count))
        return "  \(name)\(space)\(value) \(unit)"
    }
}
