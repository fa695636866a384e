import Domain
import TestSupport
import Testing

@testable import CheckIns

@Suite struct CheckInReaderTests {
    private static let questions = Dictionary(
        AskedHouse.questions.enumerated().map { ($0.offset + 1, $0.element) }
    ) { first, _ in first }

    /// `1 81.3, 3 Some`
    private static func told(
        _ text: String,
        _ numbers: Set<Int> = [1, 2, 3, 4, 5],
        isReply: Bool = false
    ) -> String {
        let open = questions.filter { numbers.contains($0.key) }
        return CheckInReader().answers(
            in: text,
            .init(title: "Sunday", questions: open, weekday: 7, isReply: isReply)
        )
        .sorted { $0.key < $1.key }.map { number, answer in
            let day = answer.day == 0 ? "" : " @\(answer.day)"
            switch answer.value {
            case .number(let value): return "\(number) \(value)\(day)"
            case .pressure(let systolic, let diastolic): return "\(number) \(systolic)/\(diastolic)\(day)"
            case .text(let text): return "\(number) \(text)\(day)"
            case .photo: return "\(number) photo"
            }
        }.joined(separator: ", ")
    }

    @Test(arguments: [
        ("1. 81.3 kg\n2. 7\n3. some\n4. Fine, tired on Friday", "1 81.3, 2 7.0, 3 Some, 4 Fine, tired on Friday"),
        ("1: 81,3, 2: 7/10, 3: All", "1 81.3, 2 7.0, 3 All"), ("2) 7", "2 7.0"),
        ("Sunday\n1. Weight this morning: 81.3 kg\n4. How was the week? Good", "1 81.3, 4 Good"),
        ("81.3\n7\nnone\nA hard one", "1 81.3, 2 7.0, 3 None, 4 A hard one"),
        ("81,3; 7; some; all good", "1 81.3, 2 7.0, 3 Some, 4 all good"),
        ("I weighed 81.3 kg and my energy is a 6", "1 81.3, 2 6.0"), ("81.3 kg yesterday", "1 81.3 @-1"),
        ("178 lbs this morning", "1 80.74"),
    ])
    func plainWordsAreRead(text: String, answers: String) { #expect(Self.told(text) == answers) }

    @Test(arguments: [
        "Will do later", "1) pick up the kids", "See you at 7", "1. Can we move the call?\n2. And the other thing?",
        "4. great", "2. 11", "My wife weighs 62 kg", "3. maybe", "10:30 works", "Sunday",
    ])
    func whatIsSaidByTheWayIsNoAnswer(text: String) { #expect(Self.told(text) == "") }

    @Test func aReplyMayBeShort() {
        #expect(Self.told("4. great", isReply: true) == "4 great")
        #expect(Self.told("Done some of it", [3], isReply: true) == "3 Some")
        #expect(Self.told("Busy, but fine", [4], isReply: true) == "4 Busy, but fine")
        #expect(Self.told("Busy, but fine", [4]) == "")
    }

    @Test func theOneThatIsLeftNeedsNoName() {
        #expect(Self.told("7", [2]) == "2 7.0")
        #expect(Self.told("7/10", [2, 5]) == "2 7.0")
        #expect(Self.told("some", [3]) == "3 Some")
        #expect(Self.told("some other time", [3]) == "")
    }

    @Test func anyTextHasAnEnd() {
        var random = SeededRandom(seed: 37)
        let parts = [
            "1", "2.", "3)", "99", ":", ",", ", ", ";", "\n", "81,3", "kg", "energy", "Energy", "7/10", "some", "All",
            "Weight this morning", "How was the week?", "1e9", "....", "9999999999999999999", "Sunday", "é", "👍🏽", "-1",
            "İ", "ß", "/", "½",
        ]
        for _ in 0..<TestLength.choose(400, full: 4000) {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            for (number, answer) in CheckInReader().answers(
                in: text,
                .init(title: "Sunday", questions: Self.questions, weekday: 3, isReply: Bool.random(using: &random))
            ) {
                let question = Self.questions[number]
                #expect(question.map { (try? answer.value.check(for: $0, number: number)) != nil } == true, "\(text)")
            }
        }
    }
}
