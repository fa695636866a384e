import Configuration
public import Domain
import Foundation
public import LanguageModels
public import ModelBudgets
public import ModelProxy
import OpenAIClient

extension ServerConfiguration {
    /// One language model and how to ask it.
    public struct LanguageModelSettings: Sendable {
        public var api = ModelAPI.chat
        public var baseURL: String
        public var apiKey: Secret?
        /// The provider's name for it.
        public var model: String
        /// By which people choose it; `nil` for the provider's name.
        public var name: String?
        public var profile = ModelProfile()
        /// Seconds until its first word; `nil` for the client's standard.
        public var firstByteSeconds: Int?
        /// What it makes. The assistant asks only those that make text; the others are for programs that use the proxy.
        public var generates = ProxiedModel.Output.text

        /// By which people choose it.
        var chosenName: String { name ?? model }

        public init(baseURL: String, apiKey: Secret?, model: String) {
            self.baseURL = baseURL
            self.apiKey = apiKey
            self.model = model
        }
    }

    /// How much a user may use of the language models unless the operator has said otherwise for them.
    public struct BudgetSettings: Sendable {
        public var limits = BudgetLimits()
        /// Of prices and budgets, as people write it.
        public var currency = "USD"

        public init() {}
    }

    /// The model of `llm.…`, then those of the file `models`.
    mutating func readLanguageModels(_ reader: ConfigReader) throws {
        // Everything is read whatever the rest says: what is never asked for counts as unknown.
        let key = reader.string(forKey: "llm.api.key", isSecret: true)
        let keyFile = reader.string(forKey: "llm.api.key.file")
        let model = reader.string(forKey: "llm.model")
        let api = reader.string(forKey: "llm.api")
        let images = reader.bool(forKey: "llm.images", default: false)
        proxiesModels = reader.bool(forKey: "llm.proxy", default: false)
        titlesByModel = reader.bool(forKey: "llm.titles", default: true)
        profileModel = reader.string(forKey: "llm.profiles").flatMap { $0.isEmpty ? nil : $0 }
        measureModel = reader.string(forKey: "llm.measures").flatMap { $0.isEmpty ? nil : $0 }
        let firstByte = try Self.firstByte(reader.int(forKey: "llm.first.byte.seconds"), "llm.first.byte.seconds")
        let file = reader.string(forKey: "models")
        if let baseURL = reader.string(forKey: "llm.base.url"), !baseURL.isEmpty {
            guard let model, !model.isEmpty else {
                throw SpotterError.invalid("llm.base.url is set, so llm.model (SPOTTER_LLM_MODEL) must name the model.")
            }
            let secret = try key.map { Secret($0) } ?? Self.key(inFile: keyFile, "llm.api.key.file")
            var settings = LanguageModelSettings(baseURL: baseURL, apiKey: secret, model: model)
            settings.api = try Self.api(api, "llm.api")
            settings.profile.readsImages = images
            settings.firstByteSeconds = firstByte
            languageModel = settings
        }
        if let file, !file.isEmpty { otherLanguageModels = try ModelsFile.read(file) }
        try readBudget(reader)
    }

    private mutating func readBudget(_ reader: ConfigReader) throws {
        budget.currency = reader.string(forKey: "budget.currency", default: budget.currency)
        guard (1...8).contains(budget.currency.count), budget.currency.allSatisfy(\.isLetter) else {
            throw SpotterError.invalid("budget.currency must be a few letters such as USD.")
        }
        func limit(_ key: String, _ value: Int?) throws -> Int? {
            guard value.map({ (0...BudgetLimits.max).contains($0) }) ?? true else {
                throw SpotterError.invalid("\(key) must be 0 or more.")
            }
            return value
        }
        func cost(_ key: String, _ amount: Double?) throws -> Int? {
            guard let amount else { return nil }
            guard let millionths = ModelsFile.millionths(amount, upTo: BudgetLimits.max) else {
                throw SpotterError.invalid("\(key) must be an amount of money such as 0.50.")
            }
            return millionths
        }
        budget.limits = BudgetLimits(
            day: .init(
                requests: try limit("budget.day.requests", reader.int(forKey: "budget.day.requests")),
                tokens: try limit("budget.day.tokens", reader.int(forKey: "budget.day.tokens")),
                cost: try cost("budget.day.cost", reader.double(forKey: "budget.day.cost"))
            ),
            month: .init(
                requests: try limit("budget.month.requests", reader.int(forKey: "budget.month.requests")),
                tokens: try limit("budget.month.tokens", reader.int(forKey: "budget.month.tokens")),
                cost: try cost("budget.month.cost", reader.double(forKey: "budget.month.cost"))
            )
        )
    }

    static func api(_ word: String?, _ key: String) throws -> ModelAPI {
        guard let word, !word.isEmpty else { return .chat }
        guard let api = ModelAPI(rawValue: word) else {
            throw SpotterError.invalid("\(key) must be \(ModelAPI.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return api
    }

    static func firstByte(_ seconds: Int?, _ key: String) throws -> Int? {
        guard seconds.map({ (1...3_600).contains($0) }) ?? true else {
            throw SpotterError.invalid("\(key) must be 1 to 3600.")
        }
        return seconds
    }

    static func key(inFile path: String?, _ key: String) throws -> Secret? {
        guard let path, !path.isEmpty else { return nil }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8).trimmed, !text.isEmpty else {
            throw SpotterError.invalid("\(key): \(path) can't be read, or is empty.")
        }
        return Secret(text)
    }
}
