import Foundation

/// The figures for texts of one length, and those of another engine.
package struct EmbeddingRow: Encodable {
    package static let lengths = [8, 16, 32, 64, 128]

    package struct Figures: Encodable {
        package let oneTextMs: Double
        /// Texts per second.
        package let batch8: Double
        package let batch32: Double
        /// Billions of multiplications and additions per second, in batches of 32.
        package let gigaflops: Double
    }

    package let tokens: Int
    package let ours: Figures
    package let peer: Figures?

    package static func heading(kernels: String, threads: Int, peer: String?) -> String {
        let beside = peer.map { "; in parentheses \($0)" } ?? ""
        return """
            \(kernels), \(threads) thread(s)\(beside)
            tokens  one text, ms     8 texts/s       32 texts/s      GFLOP/s
            """
    }

    package var line: String {
        func cell(_ value: KeyPath<Figures, Double>, _ places: Int) -> String {
            let theirs = peer.map { String(format: " (%.\(places)f)", $0[keyPath: value]) } ?? ""
            let text = String(format: "%.\(places)f", ours[keyPath: value]) + theirs
            return text.padding(toLength: max(16, text.count + 1), withPad: " ", startingAt: 0)
        }
        let ratio = peer.map { String(format: "%.2f times", ours.batch32 / $0.batch32) } ?? ""
        let cells = cell(\.oneTextMs, 2) + cell(\.batch8, 0) + cell(\.batch32, 0) + cell(\.gigaflops, 0)
        return String(format: "%6d  ", tokens) + cells + ratio
    }
}
