import Assistant
import Configuration
import Domain
import Foundation
import LanguageModels
import ModelBudgets
import ModelProxy
import TestSupport
import Testing

@testable import SpotterServer

/// The settings of language models and budgets.
@Suite struct LanguageModelSettingsTests {
    private func read(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> ServerConfiguration {
        try ServerConfiguration(reader: ConfigReader(provider: InMemoryProvider(values: values)))
    }

    private func models(_ json: String, environment: [String: String] = [:]) throws
        -> [ServerConfiguration.LanguageModelSettings]
    {
        try ModelsFile.parse(Array(json.utf8), path: "models.json", environment: environment)
    }

    @Test func oneModelAndABudgetAreSetByKeys() throws {
        let configuration = try read([
            "llm.base.url": "https://generativelanguage.googleapis.com", "llm.model": "gemini-3-pro",
            "llm.api": "gemini",
            "llm.api.key": "k", "llm.images": true, "llm.profiles": "gemini-3-pro", "llm.first.byte.seconds": 30,
            "budget.day.requests": 100,
            "budget.month.cost": 2.5, "budget.currency": "EUR",
        ])
        let model = try #require(configuration.languageModel)
        #expect(model.api == .gemini && model.profile.readsImages && model.firstByteSeconds == 30)
        #expect(model.apiKey == Secret("k") && configuration.profileModel == "gemini-3-pro")
        #expect(try read([:]).profileModel == nil && read(["llm.profiles": ""]).profileModel == nil)
        #expect(configuration.budget.limits == BudgetLimits(day: .init(requests: 100), month: .init(cost: 2_500_000)))
        #expect(configuration.budget.currency == "EUR")
    }

    @Test(
        arguments: [
            ["llm.base.url": "https://h", "llm.model": "m", "llm.api": "claude"], ["llm.base.url": "https://h"],
            ["llm.first.byte.seconds": 0], ["budget.day.tokens": -1], ["budget.month.cost": -0.5],
            ["budget.currency": "$"], ["models": "/nonexistent/models.json"],
        ] as [[AbsoluteConfigKey: ConfigValue]]
    )
    func whatCantBeIsRefusedByName(values: [AbsoluteConfigKey: ConfigValue]) {
        let error = #expect(throws: SpotterError.self) { try read(values) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func aFileNamesSeveralModels() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try "  sk-file \n".write(toFile: folder.path + "/key", atomically: true, encoding: .utf8)
        let found = try models(
            """
            {"models":[
              {"name":"gpt","api":"responses","baseURL":"https://api.openai.com/v1","model":"gpt-5.2",
               "apiKeyFile":"\(folder.path)/key","images":true,"thinking":true,"contextTokens":400000,
               "price":{"input":1.25,"cachedInput":0.125,"output":10},"replaces":["gpt-4o"]},
              {"baseURL":"http://127.0.0.1:11434/v1","model":"qwen3:8b","apiKeyVariable":"QWEN","tools":false}
            ]}
            """,
            environment: ["QWEN": "sk-variable"]
        )
        #expect(found.map(\.name) == ["gpt", nil] && found.map(\.api) == [.responses, .chat])
        #expect(found.map(\.apiKey) == [Secret("sk-file"), Secret("sk-variable")])
        let price = ModelPrice(input: 1_250_000, cachedInput: 125_000, output: 10_000_000)
        let profile = ModelProfile(
            readsImages: true,
            thinks: true,
            contextTokens: 400_000,
            price: price,
            replaces: ["gpt-4o"]
        )
        #expect(found.map(\.profile) == [profile, ModelProfile(callsTools: false)])
    }

    @Test func somethingElseThanTextIsGenerated() throws {
        let found = try models(
            """
            {"models":[{"baseURL":"u","model":"p","generates":"image","price":{"input":0,"output":0,"request":0.04}},
                       {"baseURL":"u","model":"t"}]}
            """
        )
        #expect(found.map(\.generates.rawValue) == ["image", "text"])
        #expect(found.first?.profile.price == ModelPrice(input: 0, output: 0, request: 40_000))
        #expect(found.first?.profile.price?.cost(of: .init(inputTokens: 9, outputTokens: 9)) == 40_000_000_000)
    }

    @Test(
        arguments: [
            (#"{"models":[{"baseURL":"u","model":"m","generates":"music"}]}"#, "text, image or video"),
            (#"{"models":[{"baseURL":"u","model":"m","generates":"video","api":"gemini"}]}"#, "needs the api chat"),
            ("[]", "must be JSON like"), (#"{"models":[7]}"#, "model 1 must be an object"),
            (#"{"models":[{"model":"m"}]}"#, "baseURL and model are needed"),
            (#"{"models":[{"baseURL":"u","model":"m","prise":{}}]}"#, "did you mean price?"),
            (#"{"models":[{"baseURL":"u","model":"m","price":{"input":1}}]}"#, "price needs input and output"),
            (#"{"models":[{"baseURL":"u","model":"m","price":{"input":-1,"output":1}}]}"#, "price.input"),
            (#"{"models":[{"baseURL":"u","model":"m","images":"yes"}]}"#, "images must be true or false"),
            (#"{"models":[{"baseURL":"u","model":"m"},{"baseURL":"v","model":"m"}]}"#, "model 2: there is another"),
            (#"{"models":[{"baseURL":"u","model":"m","apiKeyVariable":"NOPE"}]}"#, "NOPE isn't set"),
            (#"{"models":[{"baseURL":"u","model":"m","apiKey":"sk-4711","api":"x"}]}"#, "chat, responses, gemini"),
        ]
    )
    func aFaultInTheFileIsNamedWithoutItsSecrets(json: String, words: String) {
        let error = #expect(throws: SpotterError.self) { try models(json) }
        #expect(error?.message.contains(words) == true && error?.message.contains("4711") == false)
    }
}
