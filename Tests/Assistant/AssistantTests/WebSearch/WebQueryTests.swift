import Domain
import Retrieval
import TestSupport
import Testing
import TextReading

@testable import Assistant

/// Nothing leaves for a search engine but words that the user typed, and no names.
@Suite struct WebQueryTests {
    private static let directory = PeopleDirectory(
        people: [
            KnownPerson(identity: .user(UserID(high: 0, low: 1)), name: "Sara Lindqvist"),
            KnownPerson(identity: .user(UserID(high: 0, low: 2)), name: "Elizabeth Green"),
            KnownPerson(identity: .user(UserID(high: 0, low: 3)), name: "José O'Neill"),
        ],
        groups: [KnownPerson(identity: .group(ChatID(high: 0, low: 4)), name: "Saturday Run Club")]
    )

    private static func query(_ wanted: String, _ typed: String...) -> String? {
        WebQuery(wanted, typed: typed, directory: directory, ownName: "Alex Moore")?.text
    }

    @Test(arguments: [
        ("knee rehabilitation exercises", "Search the web for knee rehab exercises", "knee exercises"),
        ("exercise for knee", "search the web for knee exercises please", "knee exercises"),
        ("the knee", "Search the web for the best knee sleeves", "knee"),
        ("current record marathon men", "What is the current men's marathon record?", "current men marathon record"),
        ("protein g per kg 1.8", "How much protein per kg?", "protein per kg"),
    ])
    func onlyTypedWordsLeaveInTheOrderOfTheUser(wanted: String, typed: String, sent: String) {
        #expect(Self.query(wanted, typed) == sent)
    }

    @Test func earlierTurnsOfTheUserCount() {
        #expect(
            Self.query("knee rehab older people", "knee rehab", "And for older people?") == "older people knee rehab"
        )
    }

    @Test(arguments: [
        "Sara Lindqvist knee", "sara knee", "Lindqvist's knee", "SARA’S knee", "Liz knee", "liz knee", "Sarah knee",
        "green knee", "jose knee", "Saturday Run Club knee", "alex knee", "Moore knee", "sara@example.com knee",
        "https://sara.example/knee?x=sara knee", "@sara knee", "0701234567 knee", "Sara-Lindqvist knee",
    ])
    func namesAddressesAndNumbersNeverLeave(typed: String) {
        #expect(Self.query(typed, typed) == "knee", "\(Self.query(typed, typed) ?? "")")
    }

    @Test(arguments: ["", "Sara", "the of and", "secret words of a chat", "search the web"])
    func withoutAWordOfTheUsersNothingIsAsked(wanted: String) {
        #expect(Self.query(wanted, "How is Sara's knee? Search the web") == nil)
    }

    /// Whatever a model asks for, each word was typed and is no name, and the number of words is bounded.
    @Test func noQueryGetsAnythingOut() {
        var random = SeededRandom(seed: 79)
        let typed = ["My knee hurts after squats, says Sara", "search the web for squat technique and knee load"]
        let known = Set(typed.flatMap { TextWord.words(of: $0) }.map(\.folded))
        let secrets = ["password", "pregnant", "sara", "lindqvist", "4711", "knee", "squat", "Technique", "LOAD", "my"]
        for _ in 0..<2_000 {
            let words = (0..<Int(random.next() % 40)).map { _ in secrets[Int(random.next() % UInt64(secrets.count))] }
            let wanted = words.joined(separator: random.next() % 2 == 0 ? " " : ", ") + random.text()
            guard let sent = WebQuery(wanted, typed: typed, directory: Self.directory, ownName: "Alex Moore") else {
                continue
            }
            let folded = TextWord.words(of: sent.text).map(\.folded)
            #expect(Set(folded).isSubset(of: known) && Set(folded).count == folded.count)
            #expect(!folded.contains("sara") && folded.count <= WebQuery.maxWords)
        }
    }
}
