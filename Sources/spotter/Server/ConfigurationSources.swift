import Configuration
import Domain
import Foundation
import SpotterServer

/// The sources of the configuration. Flags take precedence over `SPOTTER_…` variables, and variables over the file.
enum ConfigurationSources {
    /// - Throws: `SpotterError` naming the setting that is unknown or can't be read.
    static func read(
        flags: [AbsoluteConfigKey: ConfigValue],
        file: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> ServerConfiguration {
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: flags),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "spotter"),
        ]
        if let file {
            let location = InMemoryProvider(values: ["filePath": ConfigValue(.string(file), isSecret: false)])
            do {
                providers.append(
                    try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: location))
                )
            } catch {
                throw SpotterError.invalid("can't read the configuration file \(file): \(error)")
            }
        }
        let content = file.flatMap { FileManager.default.contents(atPath: $0) }
        // Before the values: a misspelt name is often why another setting seems to be missing.
        if let fault = ConfigurationKeys.fault(environment: environment, file: content) {
            throw SpotterError.invalid(fault)
        }
        var configuration = try ServerConfiguration(reader: ConfigReader(providers: providers))
        configuration.configurationFile = file
        return configuration
    }
}
