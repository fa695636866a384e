package import Domain
package import LanguageModels
import Logging
import SpotterServer

/// A language model that labelled questions are put to, as a server is configured with it.
package struct MeasuredModel: Sendable {
    package let name: String
    let model: any LanguageModel

    /// - Parameters:
    ///   - name: as its server calls it.
    ///   - baseURL: of its server, such as `http://127.0.0.1:11434/v1`.
    /// - Throws: `invalid_request` for an address that can't be one.
    package init(_ name: String, at baseURL: String, api: ModelAPI, apiKey: Secret?) throws {
        var settings = ServerConfiguration.LanguageModelSettings(baseURL: baseURL, apiKey: apiKey, model: name)
        settings.api = api
        var configuration = ServerConfiguration()
        configuration.languageModel = settings
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        guard let model = try LanguageModelLoading.models(configuration, logger: logger).first else {
            throw SpotterError.invalid("There is no language model named \(name).")
        }
        (self.name, self.model) = (name, model)
    }
}
