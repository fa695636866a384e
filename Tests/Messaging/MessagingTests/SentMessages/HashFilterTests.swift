import TestSupport
import Testing

@testable import Messaging

@Suite struct HashFilterTests {
    @Test func whatWasAddedIsNeverMissedAndFewOthersAreTakenForIt() {
        var random = SeededRandom(seed: 7)
        var filter = HashFilter(capacity: 1 << 10)
        // Fills several parts.
        let known = (0..<20_000).map { _ in Int64.random(in: .min ... .max, using: &random) }
        #expect(!known.contains(where: filter.mayContain))
        for hash in known { filter.insert(hash) }
        #expect(known.allSatisfy(filter.mayContain))
        let mistaken = (0..<20_000).count { _ in filter.mayContain(.random(in: .min ... .max, using: &random)) }
        #expect(mistaken < 1000, "\(mistaken) of 20 000")
    }
}
