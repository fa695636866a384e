import Domain
import Foundation
import Testing

/// The examples in the documentation of this module, as they stand there.
@Suite struct DocumentationExampleTests {
    private struct Page: Codable {
        @DefaultsToEmpty var items: [Int]
    }

    private struct Profile: Codable {
        @Nullable var photo: String?
    }

    @Test func codingExamplesHold() throws {
        #expect(try JSONDecoder().decode(Page.self, from: Data("{}".utf8)).items == [])
        #expect(String(decoding: try JSONEncoder().encode(Profile(photo: nil)), as: UTF8.self) == #"{"photo":null}"#)
        #expect(Hexadecimal.encode([0x0A, 0xFF]) == "0aff")
        #expect(Hexadecimal.decode("0aff") == [10, 255])
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("-_8") == [251, 255])
        #expect(PercentEncoding.encode("a b/ü") == "a%20b%2F%C3%BC")
    }

    @Test func textExamplesHold() {
        #expect(UnspacedScript.contains("界"))
        #expect(FNV1a.hash("a".utf8) == 0xAF63_DC4C_8601_EC8C)
    }

    @Test func jsonExamplesHold() {
        let answer = JSONValue.parse(#"{"choices":[{"text":"hi"}]}"#)
        #expect(answer?["choices"]?[0]?["text"]?.string == "hi")
    }

    @Test func identityExamplesHold() {
        let chat = ChatID("018f3c5a-0000-7000-8000-00000000002a")
        #expect(chat != nil)
        let password = Secret("correct horse")
        #expect("\(password)" == "<secret>")
        let ids = UUIDv7Source(clock: SystemClock())
        let message: MessageID = ids.next()
        #expect(message < ids.next())
    }

    @Test func timeExamplesHold() {
        let start = Timestamp(rfc3339: "2026-03-11T09:15:00-04:00")
        #expect(start?.adding(minutes: 30).description == "2026-03-11T13:45:00.000Z")
        #expect(CivilCalendar.days(year: 2026, month: 3, day: 11) == 20_523)
        #expect(CivilCalendar.date(days: 20_523) == (year: 2026, month: 3, day: 11))
        #expect(Duration.seconds(1.5).wholeMilliseconds == 1500)
        let clock = ShiftedClock(startingAt: Timestamp(milliseconds: 1_773_234_900_000))
        #expect(clock.now() >= Timestamp(milliseconds: 1_773_234_900_000))
    }

    @Test func ruleExamplesHold() throws {
        let client = Actor(userId: UserID(high: 0, low: 1), role: .client)
        #expect(Access.can(client, .sendMessage(.member)))
        #expect(!Access.can(client, .manageCalendar))
        #expect(try Validation.email(" Alex@Example.com") == "alex@example.com")
        #expect(LookAlikes.areConfusable("Сосо", "Coco"))
        let people = [(id: UserID(high: 0, low: 1), name: "Sara"), (id: UserID(high: 0, low: 2), name: "Sara Lind")]
        #expect(MentionParser.mentions(in: "Thanks, @sara lind!", of: people) == [UserID(high: 0, low: 2)])
    }
}
