import Domain
import Testing

@testable import SpotterClient

@Suite struct FindingTests {
    private let chats = [
        Fixture.chat(10, "Sara Lindqvist", other: 2), Fixture.chat(11, "Mike Chen", other: 3),
        Fixture.chat(12, "Mike Torres", other: 4), Fixture.chat(13, "Saturday Run Club", kind: .group),
    ]
    private let contacts = [
        Fixture.contact(2, "Sara Lindqvist", "sara@example.com"), Fixture.contact(3, "Mike Chen", "mike@example.com"),
        Fixture.contact(4, "Mike Torres", "torres@example.com"), Fixture.contact(9, "Nina Petrov", "nina@example.com"),
    ]

    private func find(_ text: String) throws -> ChatFinder.Found {
        try ChatFinder.find(text, chats: chats, contacts: contacts, me: Fixture.me.id)
    }

    @Test(arguments: [
        ("sara", 0), ("SARA LINDQVIST", 0), ("sara@", 0), ("lindq", 0), ("mike chen", 1), ("mike@example.com", 1),
        ("torres", 2), ("run", 3), ("satur", 3), ("01900000-0000-7000-0000-00000000000b", 1),
    ]) func findsTheChat(text: String, index: Int) throws {
        #expect(try find(text) == .chat(chats[index]))
    }

    /// A whole name, a first name, an address and an id are what they are; anything less asks first.
    @Test(arguments: [
        ("sara", false), ("SARA LINDQVIST", false), ("sara@example.com", false), ("saturday", false),
        ("01900000-0000-7000-0000-00000000000b", false), ("sara@", true), ("lindq", true), ("torres", true),
        ("run", true),
        ("satur", true), ("nina", false), ("nin", true),
    ]) func knowsAGuess(text: String, isGuess: Bool) throws {
        #expect(try find(text).isGuess(text, contacts: contacts, me: Fixture.me.id) == isGuess)
    }

    @Test func accentsDoNotCount() throws {
        let match = try NameMatch.match("zoe", in: ["Zoë Brown", "Zoltan"], named: { [$0] })
        #expect(match.element == "Zoë Brown" && !match.isGuess)
    }

    /// "sara" is Sara, not Sarah, although both begin with it.
    @Test func aFirstNameComesBeforeAPrefix() throws {
        let both = [Fixture.chat(20, "Sarah Whitfield", other: 5), Fixture.chat(21, "Sara Lindqvist", other: 2)]
        func found(_ text: String) throws -> ChatFinder.Found {
            try ChatFinder.find(text, chats: both, contacts: [], me: Fixture.me.id)
        }
        #expect(try found("sara") == .chat(both[1]))
        #expect(try found("Sarah") == .chat(both[0]))
        #expect(throws: ChatFinder.Failure.self) { try found("sar") }
        #expect(
            try PersonFinder.find("sara", chats: both, contacts: [], me: Fixture.me)
                == both[1].members.first { $0.userId != Fixture.me.id }?.userId
        )
    }

    @Test func findsSomebodyWithoutAChat() throws {
        #expect(try find("nina") == .contact(contacts[3]))
    }

    @Test func saysWhoCouldBeMeant() {
        #expect(
            throws: ChatFinder.Failure.ambiguous(
                "mi",
                candidates: [
                    "Mike Chen <mike@example.com>", "Mike Torres <torres@example.com>",
                ]
            )
        ) { try find("mi") }
    }

    @Test(arguments: ["", "  ", "zoe"]) func saysWhenNobodyFits(text: String) {
        #expect(throws: ChatFinder.Failure.nothing(text)) { try find(text) }
    }

    @Test func theUserIsNotACandidate() {
        #expect(throws: ChatFinder.Failure.nothing("alex")) { try find("alex") }
    }

    @Test func peopleIncludeTheUser() throws {
        func person(_ text: String) throws -> UserID {
            try PersonFinder.find(text, chats: chats, contacts: contacts, me: Fixture.me)
        }
        #expect(try person("me") == Fixture.me.id)
        #expect(try person("alex") == Fixture.me.id)
        #expect(try person("nina@") == contacts[3].userId)
        #expect(throws: ChatFinder.Failure.self) { try person("mike") }
    }
}
