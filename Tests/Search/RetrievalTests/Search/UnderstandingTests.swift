import Domain
import Foundation
import Testing
import TextReading
import TimeExpressions

@testable import Retrieval

/// Times and names in a query.
@Suite struct UnderstandingTests {
    private let now: Timestamp
    private let zone: TimeZone
    private let directory: PeopleDirectory
    private let sara = UserID(high: 1, low: 1)
    private let chat = ChatID(high: 2, low: 1)
    private let club = ChatID(high: 2, low: 2)

    init() throws {
        now = try #require(Timestamp(rfc3339: "2026-03-11T13:15:00Z"))
        zone = try #require(TimeZone(identifier: "America/New_York"))
        directory = PeopleDirectory(
            people: [
                .init(identity: .user(sara), name: "Sara Lindqvist", chat: chat),
                .init(identity: .user(UserID(high: 1, low: 2)), name: "Mike Chen"),
                .init(identity: .user(UserID(high: 1, low: 3)), name: "Mike Okafor"),
            ],
            groups: [.init(identity: .group(club), name: "Run Club")]
        )
    }

    private func read(_ text: String) -> QueryUnderstanding {
        QueryUnderstanding(
            text,
            people: directory,
            times: TimeExpressionParser(now: now, timeZone: zone, locale: "en-US"),
            now: now
        )
    }

    @Test(
        arguments: [
            ("who slept badly in January?", "2026-01-01T05:00:00Z", "2026-02-01T05:00:00Z"),
            ("sessions cancelled last week", "2026-03-02T05:00:00Z", "2026-03-09T04:00:00Z"),
            ("payments discussed this month", "2026-03-01T05:00:00Z", "2026-04-01T04:00:00Z"),
            ("how far did everybody run last weekend", "2026-03-07T05:00:00Z", "2026-03-09T04:00:00Z"),
            ("who asked about food today", "2026-03-11T04:00:00Z", "2026-03-12T04:00:00Z"),
            ("what did we say yesterday about shoes", "2026-03-10T04:00:00Z", "2026-03-11T04:00:00Z"),
            ("¿de qué hablé con Sara en enero?", "2026-01-01T05:00:00Z", "2026-02-01T05:00:00Z"),
            ("complaints on Monday", "2026-03-09T04:00:00Z", "2026-03-10T04:00:00Z"),
            ("who didn't answer on Friday", "2026-03-06T05:00:00Z", "2026-03-07T05:00:00Z"),
            ("what happened on Friday", "2026-03-06T05:00:00Z", "2026-03-07T05:00:00Z"),
            ("plans in December", "2025-12-01T05:00:00Z", "2026-01-01T05:00:00Z"),
            ("anything since Monday", "2026-03-09T04:00:00Z", "2026-03-11T13:15:00Z"),
        ]
    )
    func timesAreOfThePast(query: String, since: String, until: String) throws {
        let period = try #require(read(query).period, "\(query)")
        #expect(period.since == Timestamp(rfc3339: since) && period.until == Timestamp(rfc3339: until))
    }

    @Test(
        arguments: [
            "heel hurts in the morning", "breakfast before a morning race", "exercise following a graveyard shift",
            "numb fingers at night", "what may I eat", "march up the hill", "6 to 8 weeks of rest", "size 10 shoes",
            "who may ski before Friday", "standing for 50 minutes", "plans for next Monday", "the 12 kg kettlebell",
            "delete the squat from friday please", "friday does not work for me", "can we move to Thursday",
            "Saturday is fine", "cancel Monday", "I'll be away on Tuesday", "book Sara in for Friday",
            "daylight saving mix-ups with people abroad", "goal under 30 minutes", "dinner after 8",
        ]
    )
    func whatIsNoCertainTimeIsNoFilter(query: String) { #expect(read(query).period == nil) }

    @Test func whatWasUnderstoodIsNotLookedFor() {
        #expect(read("who slept badly in January?").text == "who slept badly ?")
        let knee = read("what did Sara say about her knee")
        #expect(knee.text == "what did say about her knee")
        #expect(knee.people.map(\.userId) == [sara] && knee.namedChats == [chat])
        #expect(knee.stems == ContentWords.stems(of: "knee"))
        let group = read("snow in the run club")
        #expect(group.group?.chat == club && group.namedChats == [club])
    }

    /// What has the word shares all of it, in scripts without spaces, too.
    @Test(arguments: [
        ("休息", "我家在上海东边。明天休息", true), ("膝", "昨日は膝が痛かった", true), ("体重", "体重は七十五キロ", true), ("권리", "존엄과 권리에", true),
        ("เข่า", "ฉันปวดเข่ามาก", true), ("ＧＹＭ", "gym", true), ("休息", "休みと消息", false), ("stretching", "I stretched", true),
    ])
    func wordsOfEveryScriptAreShared(query: String, text: String, isWhole: Bool) {
        let stems = ContentWords.stems(of: query)
        #expect(!stems.isEmpty && (SharedStems(stems).found(in: text) == stems) == isWhole)
    }

    @Test func aNameThatSeveralHaveMeansAll() { #expect(read("Mike and his deadlift").people.count == 2) }

    @Test(arguments: ["Sara", "sara lindqvist", "last week", "Sara yesterday"])
    func namesAndTimesAloneAreTheTopic(query: String) { #expect(read(query).text == query) }

    @Test func othersNamesMeanNothing() {
        let other = read("what is going on with Hector")
        #expect(other.people.isEmpty && other.text == "what is going on with Hector")
    }

    /// The quick way to the words that a query and a text share finds all of them.
    @Test(arguments: [
        "Knees hurt, she said", "the X-ray's result", "it's a 5k", "café Crème", "well-being", "stories", "Aa bB", "",
        "no-one's run5 ran", "KNEE", "'knee'", "-knee",
    ])
    func sharedStemsAreAllFound(text: String) {
        let all = ContentWords.stems(of: text)
        for stems in [all, all.union(["zebra", "q"]), ["knee", "x-ray", "story", "5k"], ["cafe", "being"], []] {
            #expect(SharedStems(stems).found(in: text) == all.intersection(stems))
        }
    }
}
