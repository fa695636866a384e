import Accounts
import Domain
import LanguageModels
import ModelTestKit
import SpotterAPI
import Testing

@testable import Assistant

/// The model of a conversation, and the parameters that its answers are made with.
@Suite struct ConversationSettingsTests {
    @Test func parametersGoToTheModel() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let big = PricedModel(ModelProfile(maxOutputTokens: 300), name: "big") { _, _ in .text("Hm") }
        let assistant = fixture.assistant(models: [ScriptedModel { _, _ in .text("Hm") }, big])
        let begun = try await assistant.query(.init(message: "one", model: "big"), by: coach).answer()
        let id = begun.conversationId
        #expect(begun.model == "big")
        let change = UpdateConversationRequest(
            temperature: .set(0.3),
            topP: .set(0.8),
            maxOutputTokens: .set(500),
            instructions: .set("  Answer in Swedish. ")
        )
        let head = try await assistant.update(id, change, by: coach)
        #expect(head.title == "one")
        let wanted = ConversationSettings(
            model: "big",
            temperature: 0.3,
            topP: 0.8,
            maxOutputTokens: 500,
            instructions: "Answer in Swedish."
        )
        #expect(head.settings == wanted)
        _ = try await assistant.query(.init(message: "two", conversationId: id), by: coach).answer()
        let request = try #require(big.requests.last)
        #expect(big.requests.count == 2 && request.temperature == 0.3 && request.topP == 0.8)
        // The model's own limit is lower.
        #expect(request.maxOutputTokens == 300)
        guard case .system(let rules)? = request.messages.first else { throw SpotterError.invalid("no rules") }
        #expect(rules.contains("<wishes>\nIn this conversation, which counts more:\nAnswer in Swedish.\n</wishes>"))

        // A model that a question names counts for that question.
        let other = AssistantQuery(message: "three", conversationId: id, model: "built-in")
        #expect(try await assistant.query(other, by: coach).answer().model == "built-in")
        #expect(try await assistant.conversations.get(id, for: coach.actor).conversation.settings == wanted)
        let cleared = try await assistant.update(id, .init(model: .cleared, instructions: .cleared), by: coach)
        #expect(cleared.settings.model == nil && cleared.settings.temperature == 0.3)
        let last = try await assistant.query(.init(message: "four", conversationId: id), by: coach).answer()
        #expect(last.model == "scripted")
    }

    /// What a question itself says counts more, for that question.
    @Test func theWebIsAToggleOfAConversation() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = ScriptedModel { _, _ in .text("Hm") }
        let assistant = fixture.assistant(web: ScriptedEngine { _ in [] }, models: [model])
        let id = try await assistant.query(.init(message: "Hello there"), by: coach).answer().conversationId
        func isOffered(_ question: String, _ own: Bool? = nil) async throws -> Bool {
            let query = AssistantQuery(message: question, conversationId: id, webSearch: own)
            _ = try await assistant.query(query, by: coach).answer()
            return model.requests.last?.tools.contains { $0.name == "webSearch" } == true
        }
        #expect(try await isOffered("How much protein a day?") == false)
        #expect(try await assistant.update(id, .init(webSearch: .set(true)), by: coach).settings.webSearch == true)
        #expect(try await isOffered("How much protein a day?"))
        #expect(try await isOffered("How much protein a day?", false) == false)
        _ = try await assistant.update(id, .init(webSearch: .set(false)), by: coach)
        #expect(try await isOffered("latest research on creatine") == false)
        #expect(try await isOffered("latest research on creatine", true))
        let cleared = try await assistant.update(id, .init(webSearch: .cleared), by: coach)
        #expect(cleared.settings == ConversationSettings())
        #expect(try await isOffered("latest research on creatine"))
    }

    @Test func aModelThatIsGoneIsReplacedByItsSuccessorOrTheDefault() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let before = fixture.assistant(
            models: ["one", "old", "older"].map { ScriptedModel(name: $0) { _, _ in .text("Hm") } }
        )
        let old = try await before.query(.init(message: "hi", model: "old"), by: coach).answer()
        let older = try await before.query(.init(message: "hi", model: "older"), by: coach).answer()
        let new = PricedModel(ModelProfile(replaces: ["old"]), name: "new") { _, _ in .text("Hm") }
        let after = fixture.assistant(models: [ScriptedModel(name: "one") { _, _ in .text("Hm") }, new])
        for (conversation, model) in [(old.conversationId, "new"), (older.conversationId, "one")] {
            let query = AssistantQuery(message: "again", conversationId: conversation)
            #expect(try await after.query(query, by: coach).answer().model == model)
        }
        let named = AssistantQuery(message: "hi", model: "old")
        #expect(try await after.query(named, by: coach).answer().model == "new")
        let gone = AssistantQuery(message: "hi", model: "older")
        let error = await #expect(throws: SpotterError.self) { try await after.query(gone, by: coach) }
        #expect(error?.code == .invalidRequest && error?.message.contains("Choose one of: one, new, built-in") == true)
        let again = try await after.regenerate(old.messageId, by: coach).answer()
        #expect(again.model == "new")
    }

    @Test(arguments: [
        UpdateConversationRequest(temperature: .set(2.1)), .init(topP: .set(-0.1)), .init(maxOutputTokens: .set(0)),
        .init(instructions: .set(" ")), .init(instructions: .set(String(repeating: "x", count: 4_001))),
        .init(model: .set("none")), .init(title: " "), .init(temperature: .set(.nan)),
    ])
    func whatCantBeIsRefused(request: UpdateConversationRequest) async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let id = try await assistant.query(.init(message: "hi"), by: coach).answer().conversationId
        let error = await #expect(throws: SpotterError.self) { try await assistant.update(id, request, by: coach) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func theListOfModelsSaysWhatTheyCan() async throws {
        let fixture = try await AssistantFixture()
        let price = ModelPrice(input: 2_500_000, output: 10_000_000)
        let profile = ModelProfile(readsImages: true, callsTools: false, contextTokens: 8_000, price: price)
        let list = fixture.assistant(models: [PricedModel(profile) { _, _ in .text("Hm") }]).modelList
        #expect(list.currency == "USD" && list.models.map(\.id) == ["scripted", "built-in"])
        let first = try #require(list.models.first)
        #expect(first.isDefault && first.isExternal && first.contextTokens == 8_000)
        #expect(first.capabilities == .init(images: true, tools: false, thinking: false))
        #expect(first.price == .init(input: 2.5, cachedInput: 2.5, output: 10))
        #expect(fixture.assistant().modelList.models.map(\.isDefault) == [true])
    }
}
