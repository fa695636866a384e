import Domain
import LanguageModels
import ModelProxy

/// The models in the form of OpenRouter's list, which OpenAI's clients read too.
struct ProxyModelList {
    let models: ProxiedModels

    var json: JSONValue { ["object": "list", "data": .array(models.all.map(Self.json))] }

    private static func json(_ model: ProxiedModel) -> JSONValue {
        let profile = model.profile
        let takesPictures = profile.readsImages || model.output == .image
        var parameters = ["max_tokens", "temperature", "top_p"]
        if model.output == .text, profile.callsTools { parameters += ["tools", "tool_choice"] }
        if profile.thinks { parameters.append("reasoning") }
        let inputs: [JSONValue] = takesPictures ? ["text", "image"] : ["text"]
        let longest: JSONValue = profile.maxOutputTokens.map { .integer($0) } ?? .null
        return .object([
            "id": .string(model.name), "object": "model", "name": .string(model.name), "created": 0,
            "owned_by": "operator",
            "context_length": profile.contextTokens.map { .integer($0) } ?? .null,
            "architecture": .object([
                "input_modalities": .array(inputs), "output_modalities": .array([.string(model.output.rawValue)]),
            ]),
            "top_provider": .object(["max_completion_tokens": longest]),
            "supported_parameters": .array(parameters.map { .string($0) }),
            "pricing": profile.price.map(pricing) ?? .null,
        ])
    }

    /// What one token, and one request, costs.
    private static func pricing(_ price: ModelPrice) -> JSONValue {
        [
            "prompt": .string(decimal(price.input, places: 12)),
            "completion": .string(decimal(price.output, places: 12)),
            "input_cache_read": .string(decimal(price.cachedInput, places: 12)),
            "request": .string(decimal(price.request, places: 6)),
        ]
    }

    /// `280000` with 12 places is `0.00000028`.
    static func decimal(_ value: Int, places: Int) -> String {
        let digits = String(value)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var fraction = padded.suffix(places)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = padded.dropLast(places)
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }
}
