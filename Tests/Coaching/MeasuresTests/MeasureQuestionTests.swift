import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import Storage
import TestSupport
import Testing

@testable import Measures

@Suite struct MeasureQuestionTests {
    @Test(arguments: [
        ("How has Tom's weight changed since January?", "change weight"),
        ("How has Tom's squat developed?", "change lift squat"), ("Who slept badly this week?", "who sleep"),
        ("Is Sara's knee getting better?", "trend pain knee"), ("Who is vegan and sleeps?", "none"),
        ("Is the pain in her back worse?", "trend pain back"),
        ("Wie hat sich Toms Gewicht seit Januar verändert?", "change weight"),
        ("Wer hat diese Woche schlecht geschlafen?", "who sleep"),
        ("¿Cómo ha cambiado el peso de Tom desde enero?", "change weight"),
        ("¿Quién ha dormido mal esta semana?", "who sleep"), ("Qui a mal dormi cette semaine ?", "who sleep"),
        ("Como mudou o peso do Tom desde janeiro?", "change weight"),
        ("Hur har Toms vikt förändrats sedan januari?", "change weight"),
        ("Vem sov dåligt den här veckan?", "who sleep"), ("Blir Saras knä bättre?", "trend pain knee"),
        ("What does Tom eat?", "none"), ("When is Tom's next session?", "none"), ("Who is vegan?", "none"),
        ("Did Tom's weight and sleep change?", "none"), ("", "none"), ("?", "none"),
    ])
    func whatIsAskedIsUnderstood(text: String, meaning: String) {
        let question = MeasureQuestion(text)
        let told = question.map {
            ["\($0.form)", $0.kind.rawValue, $0.detail].filter { !$0.isEmpty }.joined(separator: " ")
        }
        #expect(told ?? "none" == meaning)
    }

    private func answer(
        _ question: String,
        _ house: MeasureHouse,
        as trainer: User? = nil
    ) async throws -> MeasureAnswer? {
        try await MeasureAnswers(database: house.fixture.database).answer(
            question,
            about: [house.client.id: "Tom"],
            during: nil,
            for: (trainer ?? house.trainer).id
        )
    }

    @Test func aChangeIsToldWithItsSources() async throws {
        try await MeasureHouse.run { house in
            let first = try await house.say("84.2 kg this morning", "m1")
            try await house.say("83 kg this morning", "m2")
            let last = try await house.say("81.3 kg this morning", "m3")
            let told = try #require(try await answer("How has Tom's weight changed?", house))
            #expect(
                told.text == "Tom's weight: 84.2 kg on 2026-03-08, 81.3 kg on 2026-03-08 (-2.9 kg, 3 values)."
            )
            #expect(told.sources.map(\.messageId) == [first, last])
            // What is gone is in no answer.
            try await house.fixture.services.messages.delete(first, in: house.chat, by: house.client.actor)
            #expect(try await answer("How has Tom's weight changed?", house)?.text.contains("84.2") == false)
            #expect(try await answer("How has Tom's sleep changed?", house) == nil)
        }
    }

    @Test(arguments: [
        (
            "Wie hat sich Toms Gewicht verändert?",
            "Gewicht von Tom: 84,2 kg am 2026-03-08, 81,3 kg am 2026-03-08 (-2,9 kg, 2 Werte)."
        ),
        (
            "¿Cómo ha cambiado el peso de Tom?",
            "Peso de Tom: 84,2 kg el 2026-03-08, 81,3 kg el 2026-03-08 (-2,9 kg, 2 valores)."
        ),
        (
            "Comment le poids de Tom a-t-il évolué ?",
            "Poids de Tom : 84,2 kg le 2026-03-08, 81,3 kg le 2026-03-08 (-2,9 kg, 2 valeurs)."
        ),
        (
            "Como mudou o peso do Tom?",
            "Peso de Tom: 84,2 kg em 2026-03-08, 81,3 kg em 2026-03-08 (-2,9 kg, 2 valores)."
        ),
        (
            "Hur har Toms vikt förändrats?",
            "Vikt, Tom: 84,2 kg den 2026-03-08, 81,3 kg den 2026-03-08 (-2,9 kg, 2 värden)."
        ), ("Wer hat diese Woche schlecht geschlafen?", "Tom: 4,5 h am 2026-03-08."),
        ("Wird Toms Knie besser?", "Es ist besser. Schmerz (Knie) von Tom: 6 Punkte am 2026-03-08, 2 Punkte"),
    ])
    func anAnswerIsInTheLanguageOfItsQuestion(question: String, told: String) async throws {
        try await MeasureHouse.run { house in
            try await house.say("84.2 kg this morning, slept 4.5 h", "m1")
            try await house.say("81.3 kg this morning", "m2")
            try await house.say("Knee pain is a 6 out of 10", "m3")
            try await house.say("Knee pain is a 2 out of 10", "m4")
            let answer = try #require(try await answer(question, house))
            #expect(answer.text.hasPrefix(told), "\(answer.text)")
        }
    }

    /// A language that lacks a sentence would answer with nothing.
    @Test func allLanguagesHaveTheSameWords() throws {
        let names = ["measure", "detail", "name", "value", "day", "title", "first", "last", "change", "count"]
        let places = Dictionary(uniqueKeysWithValues: names.map { ($0, "<\($0)>") })
        for (language, words) in MeasureAnswerWords.all {
            for purpose in ["detailed", "title", "value", "change", "only", "nobody"] {
                let (told, english) = (words.text(purpose, places), MeasureAnswerWords.english.text(purpose, places))
                for name in names {
                    #expect(told.contains("<\(name)>") == english.contains("<\(name)>"), "\(language): \(told)")
                }
            }
            for purpose in ["better", "worse", "same", "points", "steps", "decimal"] {
                #expect(!words.text(purpose).isEmpty, "\(language) \(purpose)")
            }
            for kind in MeasureKind.allCases {
                #expect(!words.text("kind \(kind.rawValue)").isEmpty, "\(language) \(kind.rawValue)")
            }
        }
        #expect(MeasureAnswerWords.of("de-CH").text("points") == "Punkte")
        #expect(MeasureAnswerWords.of("xx").text("points") == "points")
        // What somebody is called is never a place.
        #expect(MeasureAnswerWords.english.title(of: .known(.weight), "", called: "{measure}") == "{measure}'s weight")
    }

    @Test func aPainIsBetterWhenItIsLess() async throws {
        try await MeasureHouse.run { house in
            try await house.say("Knee pain is a 6 out of 10", "m1")
            try await house.say("Knee pain is a 2 out of 10", "m2")
            let told = try #require(try await answer("Is Tom's knee getting better?", house))
            #expect(told.text.hasPrefix("It's better. Tom's knee pain: 6 points"), "\(told.text)")
        }
    }

    @Test func whoSleptBadlyIsNamedWithTheNights() async throws {
        try await MeasureHouse.run { house in
            try await house.say("Slept 8 h", "m1")
            #expect(try await answer("Who slept badly this week?", house)?.sources == [])
            let bad = try await house.say("Slept 4.5 h", "m2")
            let told = try #require(try await answer("Who slept badly this week?", house))
            #expect(told.text == "Tom: 4.5 h on 2026-03-08." && told.sources.map(\.messageId) == [bad])
        }
    }

    /// At nine in the morning in Auckland it's still the day before in universal time.
    @Test func aPeriodIsOfTheClientsOwnDays() async throws {
        try await MeasureHouse.run { house in
            _ = try await house.fixture.database.write {
                try $0.execute("UPDATE users SET timezone = 'Pacific/Auckland' WHERE id = $1", house.client.id)
            }
            try await house.say("84.2 kg this morning", "m1")
            let now = house.fixture.clock.now()
            let answers = MeasureAnswers(database: house.fixture.database)
            func told(_ period: Range<Timestamp>) async throws -> [String] {
                try await answers.changes(of: house.client.id, called: "Tom", during: period, for: house.trainer.id)
                    .map(\.text)
            }
            let today = now.adding(seconds: -3600)..<now.adding(seconds: 1)
            #expect(try await told(today) == ["Tom's weight: there is one value only, 84.2 kg on 2026-03-09."])
            let dayBefore = now.adding(seconds: -86_400)..<now.adding(seconds: -12 * 3600)
            #expect(try await told(dayBefore) == [])
        }
    }

    @Test func anotherTrainerIsToldNothing() async throws {
        try await MeasureHouse.run { house in
            try await house.say("84.2 kg this morning", "m1")
            let other = try await house.fixture.user("other", .trainer)
            #expect(try await answer("How has Tom's weight changed?", house, as: other) == nil)
            _ = try await house.fixture.services.contacts.addClient(house.client, by: other.actor)
            #expect(try await answer("How has Tom's weight changed?", house, as: other) == nil)
        }
    }
}
