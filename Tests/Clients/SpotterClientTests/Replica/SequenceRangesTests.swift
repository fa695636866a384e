import Foundation
import TestSupport
import Testing

@testable import SpotterClient

@Suite struct SequenceRangesTests {
    @Test(arguments: 0..<50 as Range<UInt64>) func knowsWhatASetWouldKnow(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var spans = SequenceRanges()
        var set: Set<Int64> = []
        for _ in 0..<20 {
            let low = Int64.random(in: 1...60, using: &random)
            let high = low + Int64.random(in: 0...8, using: &random)
            spans.insert(low...high)
            set.formUnion(low...high)
        }
        for seq in 0...80 as ClosedRange<Int64> { #expect(spans.contains(seq) == set.contains(seq)) }
        for low in 0...70 as ClosedRange<Int64> {
            #expect(spans.cover(after: low, through: low + 3) == set.isSuperset(of: (low + 1)...(low + 3)))
        }
        let ranges = spans.ranges
        for (a, b) in zip(ranges, ranges.dropFirst()) { #expect(a.upperBound + 1 < b.lowerBound) }
        #expect(try JSONDecoder().decode(SequenceRanges.self, from: JSONEncoder().encode(spans)) == spans)
    }

    @Test(arguments: ["[[3,1]]", "[[1]]", "[[1,2,3]]", "7"]) func nonsenseIsRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SequenceRanges.self, from: Data(json.utf8)) }
    }
}
