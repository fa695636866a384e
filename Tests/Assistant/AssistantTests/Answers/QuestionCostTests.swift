import Assistant
import AssistantTools
import BuiltInAnswers
import Domain
import LanguageModels
import Logging
import ModelBudgets
import ModelTestKit
import Retrieval
import Scheduling
import SpotterAPI
import Testing

/// A question costs one embedding and at most four read transactions, however it narrows the search.
@Suite struct QuestionCostTests {
    private static let questions = [
        "Who has knee pain?",
        "What did Sara say about her knee?",
        "What did Sara say about breakfast yesterday?",
        "What was for breakfast in January?",
        "What did I tell Sara about her knee?",
    ]

    @Test(arguments: questions, [true, false])
    func aQuestionCostsOneEmbeddingAndAtMostFourReads(question: String, usesModel: Bool) async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, first) = try await fixture.client("Sara Chen", of: coach)
        let (mike, second) = try await fixture.client("Mike Ross", of: coach)
        try await fixture.say("My knee hurts when I squat", sara, in: first, daysAgo: 3)
        try await fixture.say("No squats then until your knee is calm", coach, in: first, daysAgo: 3)
        try await fixture.say("Got a sore knee after football", mike, in: second, daysAgo: 2)
        try await fixture.say("Breakfast was eggs", sara, in: first, daysAgo: 1)
        // More messages than one batch of candidates holds.
        for number in 1...80 { try await fixture.say("Session \(number) is done", mike, in: second) }

        let database = CountingDatabase(fixture.database)
        let embedder = CountingEmbedder(BagOfWordsEmbedder())
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let indexer = MessageIndexer(
            database: database,
            embedders: [embedder],
            clock: fixture.clock,
            logger: logger
        )
        try await indexer.load()
        let model = ScriptedModel { _, _ in .text("Her knee hurts [1].") }
        let assistant = AssistantService(
            database: database,
            clock: fixture.clock,
            ids: fixture.ids,
            search: MessageSearch(database: database, indexer: indexer),
            resolver: fixture.proposalMaker,
            proposals: fixture.proposalMaker,
            derived: fixture.derived,
            sources: AnswerSources(
                events: EventCalendar(database: database, clock: fixture.clock, ids: fixture.ids)
            ),
            models: usesModel ? [model] : [],
            budget: BudgetLimits(day: .init(tokens: 1_000_000)),
            sleep: { _ in try await Task.sleep(for: .seconds(3600)) },
            logger: logger
        )
        // The first question reads the chats' vectors into memory.
        _ = try await assistant.query(.init(message: "Who likes tea?"), by: coach).answer()
        let (reads, texts) = (database.reads, embedder.texts)
        _ = try await assistant.query(.init(message: question), by: coach).answer()
        #expect(embedder.texts - texts == 1)
        #expect(database.reads - reads <= 4)
    }

    /// However many recognisers read it: its words are cut once and its times read once, in each language that they are asked
    /// for in, and so are those of what the question means in full.
    @Test(
        arguments: [
            "Who has knee pain?", "What did Sara say about breakfast yesterday?",
            "How many sessions do I have on Friday?",
            "Move Sara's call on Friday to 3pm", "Who can't have nuts?", "Thanks, that's all",
            "And what about her budget?",
            "¿Qué dijo Sara ayer de la rodilla?", "When am I free tomorrow?",
        ],
        [true, false]
    )
    func aQuestionIsReadOnce(question: String, usesModel: Bool) async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        try await fixture.say("My knee hurts when I squat", sara, in: chat, daysAgo: 3)
        let model = ScriptedModel { _, _ in .text("Her knee hurts [1].") }
        let assistant = fixture.assistant(models: usesModel ? [model] : [])
        let texts = TurnTexts()
        _ = try await TurnTexts.$current.withValue(texts) {
            try await assistant.query(.init(message: question), by: coach).answer()
        }
        let counts = texts.counts(of: question)
        #expect(counts.values.allSatisfy { $0.made == 1 }, "\(counts)")
        #expect(counts["words"].map { $0.asked > 1 } ?? false, "\(counts)")
        // Spanish is read as such by requests, and in the account's language by all else.
        #expect(counts.keys.count { $0.hasPrefix("times ") } <= 2)
    }
}
