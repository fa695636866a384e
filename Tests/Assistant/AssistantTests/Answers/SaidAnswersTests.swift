import Accounts
import Assistant
import BuiltInAnswers
import Domain
import Scheduling
import SpotterAPI
import Testing

/// What clients wrote, in any language, as the answer to questions about it.
@Suite struct SaidAnswersTests {
    private struct Studio {
        let fixture: AssistantFixture
        let coach: Principal
        let sara: Principal
        let mike: Principal
        let saras: ChatID
        let mikes: ChatID

        init() async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            (sara, saras) = try await fixture.client("Sara Chen", of: coach)
            (mike, mikes) = try await fixture.client("Mike Ross", of: coach)
        }

        func ask(_ question: String) async throws -> AssistantAnswer {
            let sources = AnswerSources(
                events: EventCalendar(database: fixture.database, clock: fixture.clock, ids: fixture.ids),
                facts: ProfileFactReading(database: fixture.database, clock: fixture.clock)
            )
            return try await fixture.assistant(sources: sources).query(.init(message: question), by: coach).answer()
        }
    }

    @Test(arguments: ["What did Sara say about her knee?", "¿Qué dijo Sara de la rodilla?"])
    func wordsOfTheTopicInAnotherLanguageAnswer(question: String) async throws {
        let studio = try await Studio()
        try await studio.fixture.say("bajando escaleras me molesta la rodilla", studio.sara, in: studio.saras)
        try await studio.fixture.say("the new shoes are great", studio.sara, in: studio.saras)
        let answer = try await studio.ask(question)
        #expect(answer.kind == .answer && answer.citations.map(\.quote) == ["bajando escaleras me molesta la rodilla"])
    }

    @Test func painsThatProfilesDoNotHoldAreToldAsWritten() async throws {
        let studio = try await Studio()
        try await studio.fixture.say("seit Montag zwickt die Wade", studio.sara, in: studio.saras)
        try await studio.fixture.say("my brother is limping after football", studio.mike, in: studio.mikes)
        let answer = try await studio.ask("Who is injured right now?")
        #expect(answer.text.contains("ask how it is now") && answer.text.contains("Sara Chen"))
        #expect(!answer.text.contains("Mike Ross"))
    }

    @Test func whoWroteOfAJourneyInThatTimeIsAway() async throws {
        let studio = try await Studio()
        try await studio.fixture.say("on holiday from 16 March to 20 March", studio.sara, in: studio.saras)
        try await studio.fixture.say("our holiday is on 2 May", studio.mike, in: studio.mikes)
        let answer = try await studio.ask("Who is away next week?")
        #expect(answer.text.contains("Sara Chen") && !answer.text.contains("Mike Ross"))
    }

    @Test func aRelativesFactIsNotToldOfItsWriter() async throws {
        let studio = try await Studio()
        try await studio.fixture.say("my husband smokes on the balcony", studio.sara, in: studio.saras)
        #expect(try await studio.ask("Who smokes?").kind != .answer)
    }

    @Test func whatWasPromisedIsRead() async throws {
        let studio = try await Studio()
        try await studio.fixture.say("I'll send you the new plan by Friday", studio.coach, in: studio.saras)
        try await studio.fixture.say("You promised me a plan?", studio.sara, in: studio.saras)
        let answer = try await studio.ask("What did I promise Sara?")
        #expect(answer.kind == .answer && answer.citations.map(\.quote) == ["I'll send you the new plan by Friday"])
    }

    @Test(arguments: ["anything tomorrow morning?", "what's next week"])
    func aDayWithoutATopicIsAQuestionToTheCalendar(question: String) async throws {
        let studio = try await Studio()
        try await studio.fixture.say("I slept badly this morning", studio.sara, in: studio.saras)
        let answer = try await studio.ask(question)
        #expect(answer.text.hasPrefix("You have no events") && answer.citations.isEmpty, "\(answer.text)")
    }

    @Test func aCountOfDaysNamesItsEvent() async throws {
        let studio = try await Studio()
        try await studio.fixture.say("my race is on 25 April", studio.sara, in: studio.saras)
        let answer = try await studio.ask("How many days until Sara's race?")
        #expect(answer.kind == .answer && answer.text.hasPrefix("44 days to Sara's race, if that's on Sat 25 Apr 2026"))
    }
}
