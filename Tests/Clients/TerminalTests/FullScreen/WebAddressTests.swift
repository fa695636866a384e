import Foundation
import TestSupport
import Testing

@testable import Terminal

/// The web app finds the same addresses: `Tests/Clients/WebAppTests/text/cases.ts`.
@Suite struct WebAddressTests {
    private struct Case: Decodable {
        let text: String
        let links: [String]?
    }

    @Test func addressesOfTheTableAreFound() throws {
        let lines = try String(contentsOf: Repository.fixture("addresses.jsonl"), encoding: .utf8).split(
            separator: "\n"
        )
        #expect(lines.count > 100)
        for line in lines {
            let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let found = WebAddress.ranges(in: expected.text).map { String(expected.text[$0]) }
            #expect(found == expected.links ?? [], "\(line)")
        }
    }
}
