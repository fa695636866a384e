import Assistant
import Domain
import Embedding
import Retrieval
import SpotterAPI

/// The models' names at the doors of other APIs.
struct ServedModels: Sendable {
    /// The default model, for clients that want one name that never changes.
    static let assistant = "spotter"
    /// The model by which messages are found.
    static let embedding = "spotter-embedding"

    let service: AssistantService
    let embeddings: TextEmbeddings
    /// Models that answer for others, by the names of those.
    var successors: [String: String] = [:]

    struct Entry: Sendable {
        var name: String
        let isEmbedding: Bool
        /// Whether a provider outside of this server runs it.
        let isExternal: Bool
        var model: AssistantModel?
    }

    /// All names, the default first.
    var all: [Entry] {
        let models = service.modelList.models
        let standard = models.first(where: \.isDefault)
        var entries = [
            Entry(name: Self.assistant, isEmbedding: false, isExternal: standard?.isExternal ?? false, model: standard)
        ]
        entries += models.map { Entry(name: $0.id, isEmbedding: false, isExternal: $0.isExternal, model: $0) }
        let vectors = embeddings.models
        if !vectors.isEmpty { entries.append(Entry(name: Self.embedding, isEmbedding: true, isExternal: false)) }
        entries += vectors.map { Entry(name: $0.servedName, isEmbedding: true, isExternal: false) }
        return entries
    }

    /// The name that an answer gives as its model's.
    /// - Parameter model: what `answering` returned.
    func shownName(_ model: String?) -> String { model ?? service.modelNames.first ?? Self.assistant }

    /// The model of a question; `nil` is the default.
    /// - Throws: `UnknownModel`.
    func answering(_ name: String?) throws(UnknownModel) -> String? {
        guard let name, name != Self.assistant else { return nil }
        if all.contains(where: { $0.name == name && !$0.isEmbedding }) { return name }
        guard let successor = successors[name] else { throw UnknownModel(name: name) }
        return successor
    }

    /// The model of a question with pictures: the chosen one if it sees, else the first that does, else the chosen one.
    /// - Parameter chosen: what `answering` returned.
    func seeing(_ chosen: String?) -> String? {
        let models = service.modelList.models
        let model = models.first { model in chosen.map { model.id == $0 } ?? model.isDefault }
        guard model?.capabilities.images != true else { return chosen }
        return models.first(where: \.capabilities.images)?.id ?? chosen
    }

    /// Whether questions to this model can call a program's tools.
    func callsTools(_ name: String?) -> Bool {
        let models = service.modelList.models
        let model = models.first { model in name.map { model.id == $0 } ?? model.isDefault }
        return model.map { $0.isExternal && $0.capabilities.tools } ?? false
    }

    /// - Throws: `UnknownModel`, also if there is no model at all.
    func embedding(_ name: String) throws(UnknownModel) -> EmbeddingModel {
        let models = embeddings.models
        let found = name == Self.embedding ? models.first : models.first { [$0.name, $0.servedName].contains(name) }
        guard let found else { throw UnknownModel(name: name) }
        return found
    }
}

extension EmbeddingModel {
    /// The name as its provider has it: without the number of dimensions that tells models in the database apart.
    var servedName: String { name.hasSuffix("/\(dimension)") ? String(name.dropLast("/\(dimension)".count)) : name }
}

struct UnknownModel: Error {
    let name: String
}
