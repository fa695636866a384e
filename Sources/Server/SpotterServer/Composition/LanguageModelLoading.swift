import Assistant
import AsyncHTTPClient
import Domain
package import LanguageModels
package import Logging
import ModelProxy
import OpenAIClient

/// Creates the configured language models. Without any, the built-in one answers.
package enum LanguageModelLoading {
    /// Lives as long as the process, because a client must outlive every answer.
    static let client = HTTPClient(
        eventLoopGroup: HTTPClient.defaultEventLoopGroup,
        configuration: .modelService()
    )

    /// - Throws: `invalid_request` for a setting that can't be one.
    package static func models(_ configuration: ServerConfiguration, logger: Logger) throws -> [any LanguageModel] {
        var models: [any LanguageModel] = []
        for settings in configuration.languageModels where settings.generates == .text {
            let model = try model(settings, logger: logger)
            guard model.name != AssistantService.builtInName, !models.contains(where: { $0.name == model.name }) else {
                throw SpotterError.invalid("There are two language models named \(model.name); give one another name.")
            }
            models.append(model)
        }
        return models
    }

    /// The models that programs may ask through this server; none unless that is turned on.
    /// - Throws: `invalid_request` for a setting that can't be one.
    static func proxied(_ configuration: ServerConfiguration) throws -> ProxiedModels {
        guard configuration.proxiesModels else { return ProxiedModels([]) }
        let settings = configuration.languageModels.filter { $0.api == .chat }
        do {
            return ProxiedModels(
                try settings.map { settings throws(ModelError) in
                    try ProxiedModel(
                        name: settings.chosenName,
                        model: settings.model,
                        baseURL: settings.baseURL,
                        apiKey: settings.apiKey,
                        profile: settings.profile,
                        output: settings.generates,
                        firstByte: settings.firstByteSeconds.map { .seconds($0) }
                    )
                }
            )
        } catch {
            throw SpotterError.invalid(error.message)
        }
    }

    private static func model(
        _ settings: ServerConfiguration.LanguageModelSettings,
        logger: Logger
    ) throws -> RemoteLanguageModel {
        var configuration = RemoteLanguageModel.Configuration(
            api: settings.api,
            baseURL: settings.baseURL,
            apiKey: settings.apiKey,
            model: settings.model
        )
        configuration.name = settings.name
        configuration.profile = settings.profile
        if let seconds = settings.firstByteSeconds {
            configuration.timeouts = ModelTimeouts(firstByte: .seconds(seconds))
        }
        do {
            let model = try RemoteLanguageModel(configuration: configuration, httpClient: client, logger: logger)
            logger.info(
                "language model",
                metadata: [
                    "model": "\(model.name)", "address": "\(settings.baseURL)", "api": "\(settings.api.rawValue)",
                ]
            )
            return model
        } catch {
            throw SpotterError.invalid(error.message)
        }
    }
}
