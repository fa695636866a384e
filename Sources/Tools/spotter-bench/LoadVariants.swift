import CommandLineSupport
import Domain
import Embedding
import LoadTest

/// The runs of each scenario of `spotter bench chat`: with which client ids, and with the model or without.
struct LoadVariants {
    private let ids: ClientIDKind?
    private let model: ModelSwitch?
    /// Whether a server has a model unless it is told not to; `nil` if that isn't known.
    private let isInstalled: Bool?

    /// - Throws: `unavailable` if the model is wanted and isn't installed.
    init(ids: ClientIDKind?, model: ModelSwitch?, isServerOurs: Bool) throws {
        (self.ids, self.model) = (ids, model)
        isInstalled = isServerOurs ? ModelStore().state() == .ready : nil
        if model == .on, isInstalled == false {
            throw SpotterError(.unavailable, "the model isn't installed; `spotter model fetch` installs it")
        }
    }

    /// S1 and S2 run with all of them, the others with the first.
    func of(_ scenario: Scenario, _ options: LoadOptions) -> [LoadOptions] {
        let usesModel = model.map { $0 == .on } ?? isInstalled
        guard scenario == .s1 || scenario == .s2 else { return [options.with(ids ?? .ordered, usesModel)] }
        let models = model == nil && isInstalled == true ? [true, false] : [usesModel]
        let kinds = ids.map { [$0] } ?? [.ordered, .random]
        return models.flatMap { model in kinds.map { options.with($0, model) } }
    }

    func forGrowth(_ options: LoadOptions) -> LoadOptions {
        options.with(ids ?? .random, model == .on)
    }
}

extension LoadOptions {
    fileprivate func with(_ ids: ClientIDKind, _ model: Bool?) -> LoadOptions {
        var options = self
        (options.clientIDs, options.usesModel) = (ids, model)
        return options
    }
}
