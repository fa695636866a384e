import Domain
import LanguageModels
import SpotterAPI

/// The models that can answer, and which of them does.
struct ModelSelection: Sendable {
    /// The default first, the built-in one last.
    let all: [AssistantModel]
    /// The models that continue the conversations of others, by the names of those.
    private let successors: [String: String]

    /// - Parameter models: the default first. Of those with the same name only the first counts.
    init(_ models: [any LanguageModel]) {
        var all: [AssistantModel] = []
        var successors: [String: String] = [:]
        for model in models where !all.contains(where: { $0.id == model.name }) {
            all.append(AssistantModel(model, isDefault: all.isEmpty))
            for former in model.profile.replaces where successors[former] == nil { successors[former] = model.name }
        }
        all.append(
            AssistantModel(
                id: AssistantService.builtInName,
                isDefault: all.isEmpty,
                isExternal: false,
                capabilities: .init(images: false, tools: true, thinking: false)
            )
        )
        self.all = all
        self.successors = successors
    }

    /// The model of that name, or the one that has replaced it.
    /// - Throws: `invalid_request` with the names that there are.
    func model(named name: String) throws(SpotterError) -> String {
        if let found = find(name) { return found }
        let names = all.map(\.id).joined(separator: ", ")
        throw .invalid("There is no model \"\(name.prefix(100))\" here. Choose one of: \(names).")
    }

    /// The model of a conversation: the default if it has none, or if its model is gone without a successor.
    func model(of settings: ConversationSettings) -> String {
        settings.model.flatMap(find) ?? standard
    }

    /// The model of a question with pictures: the chosen one if it sees or is the built-in one, else the first that does, else
    /// the chosen one.
    func seeing(_ chosen: String) -> String {
        guard let model = all.first(where: { $0.id == chosen }), model.isExternal, !model.capabilities.images else {
            return chosen
        }
        return all.first { $0.isExternal && $0.capabilities.images }?.id ?? chosen
    }

    func sees(_ name: String) -> Bool { all.first { $0.id == name }?.capabilities.images ?? false }

    /// The default model.
    var standard: String { all.first?.id ?? AssistantService.builtInName }

    private func find(_ name: String) -> String? {
        if all.contains(where: { $0.id == name }) { return name }
        return successors[name]
    }
}

extension AssistantModel {
    init(_ model: any LanguageModel, isDefault: Bool) {
        let profile = model.profile
        self.init(
            id: model.name,
            isDefault: isDefault,
            isExternal: true,
            capabilities: .init(images: profile.readsImages, tools: profile.callsTools, thinking: profile.thinks),
            contextTokens: profile.contextTokens,
            maxOutputTokens: profile.maxOutputTokens,
            price: profile.price.map { price in
                func units(_ micros: Int) -> Double { Double(micros) / 1_000_000 }
                return .init(
                    input: units(price.input),
                    cachedInput: units(price.cachedInput),
                    output: units(price.output)
                )
            }
        )
    }
}
