import Domain
import Foundation
import LanguageModels
import ModelProxy

/// The file that names several language models.
///
/// ```json
/// {"models": [{"name": "gpt", "api": "responses", "baseURL": "https://api.openai.com/v1", "model": "gpt-5.2",
///   "apiKeyFile": "/etc/spotter/openai.key", "images": true, "price": {"input": 1.25, "output": 10}}]}
/// ```
enum ModelsFile {
    private static let keys: Set<String> = [
        "name", "api", "baseURL", "model", "apiKey", "apiKeyFile", "apiKeyVariable", "images", "tools", "thinking",
        "contextTokens", "maxOutputTokens", "price", "replaces", "firstByteSeconds", "generates",
    ]
    private static let priceKeys: Set<String> = ["input", "cachedInput", "output", "request"]

    /// - Throws: `invalid_request`, naming the file, the model and the key that is wrong. No secret is repeated.
    static func read(
        _ path: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> [ServerConfiguration.LanguageModelSettings] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SpotterError.invalid("models: \(path) can't be read.")
        }
        return try parse(Array(data), path: path, environment: environment)
    }

    static func parse(
        _ bytes: [UInt8],
        path: String,
        environment: [String: String]
    ) throws -> [ServerConfiguration.LanguageModelSettings] {
        guard let models = JSONValue.parse(bytes)?["models"]?.array else {
            throw SpotterError.invalid("\(path) must be JSON like {\"models\":[{\"baseURL\":\"…\",\"model\":\"…\"}]}.")
        }
        var names: Set<String> = []
        return try models.enumerated().map { position, entry in
            let place = "\(path), model \(position + 1)"
            let settings = try model(entry, place, environment)
            guard names.insert(settings.name ?? settings.model).inserted else {
                throw SpotterError.invalid("\(place): there is another model of this name; give it a name of its own.")
            }
            return settings
        }
    }

    private static func model(
        _ entry: JSONValue,
        _ place: String,
        _ environment: [String: String]
    ) throws -> ServerConfiguration.LanguageModelSettings {
        func wrong(_ text: String) -> SpotterError { SpotterError.invalid("\(place): \(text)") }
        try requireKnown(entry, keys, place)
        guard let baseURL = entry["baseURL"]?.string, let model = entry["model"]?.string, !model.isEmpty else {
            throw wrong("baseURL and model are needed.")
        }
        func number(_ key: String) throws -> Int? {
            guard let value = entry[key] else { return nil }
            guard let number = value.int, (1...100_000_000).contains(number) else {
                throw wrong("\(key) must be a whole number above 0.")
            }
            return number
        }
        func flag(_ key: String, _ standard: Bool) throws -> Bool {
            guard let value = entry[key] else { return standard }
            guard let flag = value.bool else { throw wrong("\(key) must be true or false.") }
            return flag
        }
        var settings = ServerConfiguration.LanguageModelSettings(
            baseURL: baseURL,
            apiKey: try key(entry, place, environment),
            model: model
        )
        settings.api = try ServerConfiguration.api(entry["api"]?.string, "\(place): api")
        if let word = entry["generates"] {
            guard let output = word.string.flatMap(ProxiedModel.Output.init(rawValue:)) else {
                throw wrong("generates must be text, image or video.")
            }
            guard output == .text || settings.api == .chat else { throw wrong("generates needs the api chat.") }
            settings.generates = output
        }
        settings.name = entry["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        settings.firstByteSeconds = try ServerConfiguration.firstByte(
            number("firstByteSeconds"),
            "\(place): firstByteSeconds"
        )
        settings.profile = ModelProfile(
            readsImages: try flag("images", false),
            callsTools: try flag("tools", true),
            thinks: try flag("thinking", false),
            contextTokens: try number("contextTokens"),
            maxOutputTokens: try number("maxOutputTokens"),
            price: try entry["price"].map { try price($0, place) },
            replaces: Set(entry["replaces"]?.array?.compactMap(\.string) ?? [])
        )
        return settings
    }

    private static func key(_ entry: JSONValue, _ place: String, _ environment: [String: String]) throws -> Secret? {
        if let key = entry["apiKey"]?.string { return Secret(key) }
        if let variable = entry["apiKeyVariable"]?.string {
            guard let key = environment[variable], !key.isEmpty else {
                throw SpotterError.invalid("\(place): the variable \(variable) isn't set.")
            }
            return Secret(key)
        }
        return try ServerConfiguration.key(inFile: entry["apiKeyFile"]?.string, "\(place): apiKeyFile")
    }

    private static func price(_ value: JSONValue, _ place: String) throws -> ModelPrice {
        try requireKnown(value, priceKeys, "\(place), price")
        func amount(_ key: String) throws -> Int? {
            guard let given = value[key] else { return nil }
            guard let millionths = millionths(given.double, upTo: ModelPrice.max) else {
                throw SpotterError.invalid("\(place): price.\(key) must be what a million tokens cost, up to 1000.")
            }
            return millionths
        }
        guard let input = try amount("input"), let output = try amount("output") else {
            throw SpotterError.invalid("\(place): price needs input and output, each for a million tokens.")
        }
        // Of one request, not of a million tokens; in the same units.
        let request = try amount("request") ?? 0
        return ModelPrice(input: input, cachedInput: try amount("cachedInput"), output: output, request: request)
    }

    private static func requireKnown(_ value: JSONValue, _ known: Set<String>, _ place: String) throws {
        guard let members = value.object else { throw SpotterError.invalid("\(place) must be an object.") }
        for key in members.keys.sorted() where !known.contains(key) {
            let hint = EditDistance.nearest(to: key, among: known).map { "; did you mean \($0)?" } ?? "."
            throw SpotterError.invalid("\(place): \(key) is unknown\(hint)")
        }
    }

    /// An amount in millionths, to the nearest; `nil` if it isn't one.
    static func millionths(_ amount: Double?, upTo most: Int) -> Int? {
        guard let amount, amount.isFinite, amount >= 0, amount * 1_000_000 <= Double(most) else { return nil }
        return Int((amount * 1_000_000).rounded())
    }
}
