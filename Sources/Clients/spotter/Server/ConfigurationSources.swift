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
        var content: Data?
        if let file {
            let location = InMemoryProvider(values: ["filePath": ConfigValue(.string(file), isSecret: false)])
            content = try Self.content(of: file)
            do {
                providers.append(
                    try await FileProvider<JSONSnapshot>(config: ConfigReader(provider: location))
                )
            } catch {
                throw SpotterError.invalid("can't read the configuration file \(file): its values must be JSON")
            }
        }
        // Before the values: a misspelt name is often why another setting seems to be missing.
        if let fault = ConfigurationKeys.fault(environment: environment, file: content) {
            throw SpotterError.invalid(fault)
        }
        var configuration = try ServerConfiguration(reader: ConfigReader(providers: providers))
        configuration.configurationFile = file
        return configuration
    }

    /// - Throws: `invalid_request` if the file can't be read, or isn't a JSON object.
    private static func content(of file: String) throws -> Data {
        do {
            let data = try Data(contentsOf: URL(filePath: file))
            guard try JSONSerialization.jsonObject(with: data) is [String: Any] else {
                throw SpotterError.invalid("it must be a JSON object, such as {\"port\": 8080}")
            }
            return data
        } catch {
            throw SpotterError.invalid("can't read the configuration file \(file): \(ErrorText.of(error))")
        }
    }
}
