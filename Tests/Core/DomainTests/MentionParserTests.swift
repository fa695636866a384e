import Domain
import Foundation
import TestSupport
import Testing

@Suite struct MentionParserTests {
    private static func id(_ number: UInt64) -> UserID { UserID(high: 0, low: number) }
    private static let people = [
        (id: id(1), name: "Sara"), (id: id(2), name: "Sara Lind"), (id: id(3), name: "Mike"), (id: id(4), name: "MIKE"),
        (id: id(5), name: "Åsa Öberg"), (id: id(6), name: "J.R."),
    ]

    @Test(
        arguments: [
            ("@Sara", [1]), ("@sara lind, hi", [2]), ("@Sara  Lind", [1]), ("hey @SARA!", [1]), ("@mike", [3, 4]),
            ("@åsa öberg?", [5]), ("(@j.r.)", [6]), ("@Sara's plan", [1]), ("@Sara@Mike", [1]),
            ("@Sara @Mike", [1, 3, 4]),
            ("a@sara.com", []), ("@Saraland", []), ("@", []), ("@@Sara", [1]), ("@ Sara", []), ("Sara", []), ("", []),
            ("@nobody", []), ("@sara\nlind", [1]),
        ] as [(String, [UInt64])]
    )
    func findsWhoIsMentioned(text: String, expected: [UInt64]) {
        #expect(MentionParser.mentions(in: text, of: Self.people) == Set(expected.map(Self.id)))
    }

    private struct Case: Decodable {
        let text: String
        let names: [String]?
        let mentions: [String]?
    }

    /// The web app finds the same: `Tests/Clients/WebAppTests/text/cases.ts`.
    @Test func mentionsOfTheTableAreFound() throws {
        let lines = try String(contentsOf: Repository.fixture("addresses.jsonl"), encoding: .utf8).split(
            separator: "\n"
        )
        #expect(lines.count > 100)
        for line in lines {
            let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let names = expected.names ?? []
            let people = names.enumerated().map { (id: Self.id(UInt64($0.offset)), name: $0.element) }
            let found =
                MentionParser.mayMention(expected.text) ? MentionParser.mentions(in: expected.text, of: people) : []
            #expect(found.sorted().map { names[Int($0.low)] } == expected.mentions ?? [], "\(line)")
        }
    }

    @Test func mentionsAreBounded() {
        let text = String(repeating: "@x ", count: MentionParser.maxMentions) + "@Sara"
        #expect(MentionParser.mentions(in: text, of: Self.people) == [])
    }
}
