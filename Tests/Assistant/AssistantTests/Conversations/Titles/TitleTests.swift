import Accounts
import Domain
import LanguageModels
import ModelBudgets
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// Titles that a language model or rules make after the first exchange.
@Suite(.standardTimeLimit) struct TitleTests {
    @Test(
        arguments: [
            ("How is Sara's knee?", "Sara's knee"), ("What did Sara say about her knee?", "Sara's knee"),
            ("Schedule a call with Sara on Thursday at 3 pm", "Schedule call with Sara on Thursday"),
            ("When is my next session with Sara?", "Next session with Sara"),
            ("Who has knee trouble?", "Knee trouble"), ("What is on tomorrow?", "Tomorrow"),
            ("what did Mike tell you about creatine", "Mike: creatine"),
            ("hello! How many kilos has José lost since May?", "Kilos José lost since May"),
            ("Summarise my chat with the Saturday Run Club", "Chat with Saturday Run Club"),
            ("Remind me to send Priya the invoice for March", "Remind Priya invoice for March"),
            ("¿Cómo está la rodilla de Ana?", "Cómo está la rodilla de Ana"), ("膝の痛みについて教えて", "膝の痛みについて教えて"),
            ("hello", nil), ("thanks!", nil), ("What did you say?", nil), ("", nil), ("?!", nil), ("👍🏽", nil),
        ] as [(String, String?)]
    )
    func rulesTakeTheWordsThatCarryTheTopic(question: String, title: String?) {
        #expect(QuestionTitle.title(of: question) == title)
    }

    @Test func rulesAreTotalAndBounded() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2_000 {
            let text = random.text(upTo: 200)
            guard let title = QuestionTitle.title(of: text) else { continue }
            #expect(title.count <= QuestionTitle.maxLength && title.trimmed == title && !title.contains("\n"))
        }
        #expect(QuestionTitle.title(of: String(repeating: "x", count: 4_000))?.count == 60)
    }

    @Test(
        arguments: [
            ("Sara's sore knee", "Sara's sore knee"), ("\"Sara's sore knee.\"\n", "Sara's sore knee"),
            ("**Title: Marathon plan**\nIt is about …", "Marathon plan"), ("\n\n- Marathon plan", "Marathon plan"),
            ("One two three four five six seven eight nine ten", "One two three four five six seven eight"),
            ("Plan <script>alert(1)</script>", "Plan scriptalert1/script"), ("Visit https://evil.example now", nil),
            (String(repeating: "word ", count: 40), nil), ("", nil), ("...", nil), ("5", nil),
            ("Knäschmerzen bei Läufern", "Knäschmerzen bei Läufern"), ("Plan\u{202E}\u{0}B", "PlanB"),
            ("A\u{20}\u{20}plan", "A plan"), (String(repeating: "x", count: 90), String(repeating: "x", count: 60)),
        ] as [(String, String?)]
    )
    func whatAModelAnswersBecomesOnePlainLine(answer: String, title: String?) {
        #expect(TitleText.title(in: answer) == title)
    }

    // MARK: After the first exchange

    private struct Scene {
        let fixture: AssistantFixture
        let coach: Principal
        let model: ScriptedModel
        let assistant: AssistantService

        init(title: ScriptedModel.Turn, budget: BudgetLimits = BudgetLimits()) async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            model = ScriptedModel { request, _ in
                TitleTests.isForTitle(request) ? title : .text("She is better.")
            }
            assistant = fixture.assistant(models: [model], budget: budget, limits: AssistantLimits())
        }

        func ask(_ text: String = "How is Sara's left knee today?", in id: ConversationID? = nil) async throws
            -> AssistantAnswer
        {
            let answer = try await assistant.query(.init(message: text, conversationId: id), by: coach).answer()
            await assistant.finishTitles()
            return answer
        }

        func title(of answer: AssistantAnswer) async throws -> String {
            try await assistant.conversations.get(answer.conversationId, for: coach.actor).conversation.title
        }

        var titleRequests: [ModelRequest] { model.requests.filter(TitleTests.isForTitle) }
    }

    private static func isForTitle(_ request: ModelRequest) -> Bool {
        if case .system(let text)? = request.messages.first { text.hasPrefix("Name the topic") } else { false }
    }

    @Test func theModelNamesTheQuestionOnce() async throws {
        let scene = try await Scene(title: .text("Sara's knee recovery"))
        let answer = try await scene.ask()
        #expect(try await scene.title(of: answer) == "Sara's knee recovery")
        _ = try await scene.ask("And her shoulder?", in: answer.conversationId)
        #expect(try await scene.title(of: answer) == "Sara's knee recovery" && scene.titleRequests.count == 1)
        let request = try #require(scene.titleRequests.first)
        #expect(request.tools == [] && request.maxOutputTokens == 24 && request.temperature == 0.5)
        // The question only: nothing that others wrote gets into a title.
        #expect(!"\(request)".contains("better") && request.messages.count == 2)
        #expect(try await scene.assistant.budgets.usage(of: scene.coach.userId).day.requests == 3)
        let told = scene.fixture.changes.take(of: scene.coach.userId)
        let revision = try await scene.assistant.conversations.get(answer.conversationId, for: scene.coach.actor)
            .conversation.revision
        #expect(told.count == 5 && told.map(\.revision).max() == revision)
    }

    @Test(
        arguments: [
            ScriptedModel.Turn([], error: ModelError(.unavailable, "down")), .text("https://evil.example/x"),
            .text(""), .init([.textDelta("Half a ti")], error: ModelError(.interrupted, "broke off")),
        ]
    )
    func withoutATitleOfTheModelRulesMakeIt(turn: ScriptedModel.Turn) async throws {
        let scene = try await Scene(title: turn)
        let answer = try await scene.ask()
        #expect(answer.text == "She is better." && scene.titleRequests.count == 1)
        #expect(try await scene.title(of: answer) == "Sara's left knee today")
    }

    @Test func aBudgetThatIsUsedUpLeavesTheTitleToRules() async throws {
        let scene = try await Scene(title: .text("No"), budget: BudgetLimits(day: .init(requests: 1)))
        let answer = try await scene.ask()
        #expect(try await scene.title(of: answer) == "Sara's left knee today" && scene.titleRequests.isEmpty)
        #expect(try await scene.assistant.budgets.usage(of: scene.coach.userId).day.requests == 1)
    }

    @Test func aTitleThatWasChosenMeanwhileStays() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model], limits: AssistantLimits())
        let generation = try await assistant.query(.init(message: "How is Sara's knee?"), by: coach)
        await model.asked()
        model.say("Fine.")
        model.end()
        // The answer doesn't wait for the title.
        #expect(try await generation.answer().text == "Fine.")
        await model.asked()
        _ = try await assistant.update(generation.conversationId, .init(title: "How is Sara's knee?"), by: coach)
        model.say("Knee", to: 1)
        model.end(1)
        await assistant.finishTitles()
        let tree = try await assistant.conversations.get(generation.conversationId, for: coach.actor)
        #expect(tree.conversation.title == "How is Sara's knee?")
    }

    @Test func theBuiltInAssistantsQuestionsGoToNoModel() async throws {
        let scene = try await Scene(title: .text("No"))
        let query = AssistantQuery(message: "How is Sara's knee?", model: AssistantService.builtInName)
        let answer = try await scene.assistant.query(query, by: scene.coach).answer()
        #expect(try await scene.title(of: answer) == "Sara's knee" && scene.model.requests.isEmpty)
    }

    /// "Hello" is no topic; the next question is.
    @Test func smallTalkGivesNoTitle() async throws {
        let scene = try await Scene(title: .text("Sara's knee"))
        let answer = try await scene.ask("hello")
        #expect(try await scene.title(of: answer) == "hello" && scene.titleRequests.isEmpty)
        _ = try await scene.ask(in: answer.conversationId)
        #expect(try await scene.title(of: answer) == "Sara's knee" && scene.titleRequests.count == 1)
        // It was made of the second question, and goes with that one.
        let tree = try await scene.assistant.conversations.get(answer.conversationId, for: scene.coach.actor)
        let second = try #require(tree.turns.first { $0.text.hasPrefix("How is") })
        let change = try await scene.assistant.delete(from: second.id, by: scene.coach)
        #expect(change.conversation.title == "hello")
    }

    @Test func aSlowTitleEndsWithTheServer() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model], limits: AssistantLimits())
        let generation = try await assistant.query(.init(message: "How is Sara's knee?"), by: coach)
        await model.asked()
        model.say("Fine.")
        model.end()
        _ = try await generation.answer()
        await model.asked()
        await assistant.shutdown()
        let tree = try await assistant.conversations.get(generation.conversationId, for: coach.actor)
        #expect(tree.conversation.title == "How is Sara's knee?")
    }
}
