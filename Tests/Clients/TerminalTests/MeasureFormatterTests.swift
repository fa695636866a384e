import Domain
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

    @Test(arguments: [
        ("water l 0-10", "water  0-10 l"), ("angle ° -20–120", "angle  -20-120 °"),
        ("grip kg 0,5-90.5", "grip  0.5-90.5 kg"),
    ])
    func aMeasureIsReadAsItIsTold(typed: String, told: String) throws {
        let request = try #require(MeasureKindText.request(typed))
        let kind = CustomMeasure(
            id: CustomMeasureResponse.example.kind.id,
            trainerId: CustomMeasureResponse.example.kind.trainerId,
            name: request.name,
            unit: request.unit,
            min: request.min,
            max: request.max
        )
        #expect(MeasureKindText.line(kind) == told)
    }

    @Test func aRunHasItsPace() throws {
        let point = try #require(MeasuresResponse.example.series.first?.points.first)
        let run = MeasurePoint(
            id: point.id,
            trainerId: point.trainerId,
            day: "2026-03-18",
            value: 10,
            said: "10 km",
            seconds: 3150,
            confidence: 0.9,
            origin: .message
        )
        let series = MeasureSeries(kind: "run", detail: "", unit: "km", points: [run])
        let lines = MeasureFormatter.lines(MeasuresResponse(series: [series], hasMore: false), of: nil)
        #expect(lines == ["run: 10 in 52:30 (5:15 each) km on 2026-03-18"])
    }

    @Test func picturesHaveTheirDay() {
        let lines = MeasureFormatter.lines(ClientPhotosResponse.example)
        #expect(lines.count == 2 && lines.first?.hasPrefix("2026-03-18  ") == true, "\(lines)")
        #expect(lines.first?.hasSuffix("A picture") == true && lines.last == "There are older pictures.")
        let none = ClientPhotosResponse(photos: [], hasMore: false)
        #expect(MeasureFormatter.lines(none) == ["There are no pictures yet."])
    }

    @Test(arguments: ["", "water", "water l", "water l 10", "water l a-b", "water l 0-10 more"])
    func whatIsNoMeasureIsNone(typed: String) { #expect(MeasureKindText.request(typed) == nil) }
}
