import Testing

@testable import Terminal

@Suite struct BrailleChartTests {
    @Test func aLineRisesFromTheLowestToTheHighest() {
        let rows = BrailleChart(width: 4, height: 2).rows((0..<8).map { .init(day: $0, value: Double($0)) })
        #expect(rows == ["⠀⠀⡠⠊", "⡠⠊⠀⠀"])
    }

    @Test func aGapInTimeIsAGapInTheLine() {
        let points: [BrailleChart.Point] = [.init(day: 0, value: 1), .init(day: 100, value: 1)]
        #expect(BrailleChart(width: 4, height: 1).rows(points) == ["⠂⠀⠀⠐"])
        #expect(BrailleChart(width: 4, height: 1, maxGap: 100).rows(points) == ["⠒⠒⠒⠒"])
    }

    /// Their difference is more than a number can be.
    @Test func theFurthestValuesHaveTheirPlaces() {
        let points: [BrailleChart.Point] = [.init(day: 0, value: -1.7e308), .init(day: 100, value: 1.7e308)]
        #expect(BrailleChart(width: 4, height: 1).rows(points) == ["⡀⠀⠀⠈"])
    }

    @Test func oneValueIsADotAndNoneIsNothing() {
        #expect(BrailleChart(width: 3, height: 1).rows([.init(day: 5, value: 2)]).joined().contains { $0 != "⠀" })
        #expect(BrailleChart().rows([]).isEmpty)
        #expect(BrailleChart().rows([.init(day: 1, value: .nan)]).isEmpty)
    }
}
