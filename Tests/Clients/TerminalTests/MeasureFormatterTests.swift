import SpotterAPI
import Testing

@testable import Terminal

@Suite struct MeasureFormatterTests {
    @Test(arguments: [true, false]) func valuesThatAreLeftOutAreTold(hasMore: Bool) {
        let found = MeasuresResponse(series: MeasuresResponse.example.series, hasMore: hasMore)
        let lines = MeasureFormatter.lines(found, of: "Sara")
        #expect(!lines.isEmpty)
        #expect(lines.contains { $0.contains("--csv") } == hasMore)
    }
}
