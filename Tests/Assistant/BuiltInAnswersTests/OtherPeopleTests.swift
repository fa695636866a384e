import Retrieval
import Testing
import TextReading

@testable import BuiltInAnswers

/// Whose facts are told, what ends them, and questions in other languages.
@Suite struct OtherPeopleTests {
    @Test(arguments: [
        ("my husband smokes on the balcony", ["smok"]),
        ("My grandson Ike has asthma and forgot his inhaler", ["asthma"]),
        ("mi hija Alba no tolera la lactosa", ["lactosa"]), ("mein Bruder hat sich das Knie verdreht", ["knie"]),
    ])
    func aRelativesFactIsNobodyElses(text: String, stems: [String]) {
        #expect(OtherPeople.own(text, about: Set(stems)))
    }

    @Test(arguments: [
        ("I smoke on my husband's balcony", ["smok"]), ("My sister says that I have asthma", ["asthma"]),
        ("my knee hurts", ["knee"]), ("The dog ran. I have asthma", ["asthma"]),
    ])
    func onesOwnFactIsOnesOwn(text: String, stems: [String]) { #expect(!OtherPeople.own(text, about: Set(stems))) }

    @Test(arguments: ["Who smokes?", "How is Petra's knee?"])
    func relativesAreNotAskedFor(question: String) { #expect(!OtherPeople.areAsked(question)) }

    @Test(arguments: ["How is Petra's brother?", "¿cómo está su hija?", "What is Ruth's cat called?"])
    func relativesAreAskedFor(question: String) { #expect(OtherPeople.areAsked(question)) }

    @Test(arguments: [
        ("ya no me duele la rodilla", ["rodilla"]), ("sem dor no ombro", ["ombro"]), ("Rücken friedlich", ["rucken"]),
    ])
    func whatIsOverIsSeenInOtherLanguages(text: String, stems: [String]) {
        #expect(Recovery.says(text, about: Set(stems)))
    }

    @Test(arguments: [
        ("Was steht heute an?", "what do i have today"), ("¿Qué tengo mañana?", "what do i have tomorrow"),
        ("Quem está de férias na próxima semana?", "who is away next week"),
    ])
    func questionsAreReadInEnglish(question: String, english: String) {
        #expect(QuestionGloss.english(question, directory: PeopleDirectory(people: [], groups: [])) == english)
    }

    @Test func anEnglishQuestionStaysAsItIs() {
        let directory = PeopleDirectory(people: [], groups: [])
        #expect(QuestionGloss.english("What do I have tomorrow?", directory: directory) == nil)
    }

    @Test(
        arguments: [
            ("How many days until Sara's race?", "Sara's race"), ("How long till the test", "the test"),
            ("how many days is it to the race?", nil),
        ] as [(String, String?)]
    )
    func aCountNamesItsEvent(question: String, event: String?) { #expect(DayCount.event(in: question) == event) }
}
